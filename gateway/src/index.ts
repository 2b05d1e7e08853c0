export { createGateway, type Gateway } from './create-gateway.js';
export { GATEWAY_CONFIG, type GatewayConfig } from './gateway.config.js';
export { GatewayModule } from './gateway.module.js';
