import { Module } from '@nestjs/common';
import { LinksController } from './links.controller.js';

/** Links of files and bundles: making, watching, opening. */
@Module({ controllers: [LinksController] })
export class LinksModule {}
