export { createMailboxKey, mailboxUrl } from './mailbox/mailbox-key.js';
export { gatewayVariables } from './options/gateway.env.js';
export { startGateway, type GatewayOptions, type RunningGateway } from './start-gateway.js';
