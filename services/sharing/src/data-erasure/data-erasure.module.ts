import { Module } from '@nestjs/common';
import { DataErasureConsumer } from './data-erasure.consumer.js';

@Module({ controllers: [DataErasureConsumer], exports: [] })
export class DataErasureModule {}
