import { Module } from '@nestjs/common';
import { LinksController } from './links.controller.js';

/** Links of files and bundles: creating, listing, changing, revoking and opening them. */
@Module({ controllers: [LinksController] })
export class LinksModule {}
