export { readByGateway } from './gateway.module-options.js';
export { startGateway, type GatewayOptions, type RunningGateway } from './start-gateway.js';
