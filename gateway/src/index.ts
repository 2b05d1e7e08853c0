export { readByGateway } from './gateway.config.js';
export { startGateway, type GatewayOptions, type RunningGateway } from './start-gateway.js';
