export { startGateway, type GatewayOptions, type RunningGateway } from './start-gateway.js';
