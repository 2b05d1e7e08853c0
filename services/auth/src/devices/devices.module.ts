import { Module } from '@nestjs/common';
import { NetworksModule } from '../networks/networks.module.js';
import { DeviceService } from './device.service.js';

/** Devices on which accounts signed in. */
@Module({ imports: [NetworksModule], providers: [DeviceService], exports: [DeviceService] })
export class DevicesModule {}
