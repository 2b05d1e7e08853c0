import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@waybill/bus';
import {
  type Caller,
  changeFileSettings,
  checkProtection,
  deleteFile,
  type FileSettings,
  fileSettingsSchema,
  type FileView,
  getFile,
  getFileMetadata,
  listFiles,
  verifyFilePassword,
  verifyPasswordSchema,
} from '@waybill/contracts';
import type { z } from 'zod';
import { CurrentCaller } from '../http/caller.decorator.js';
import { FileIdPipe, valid } from '../http/valid.pipe.js';
import { RequiresLogin } from '../sessions/session.guard.js';

@Controller('api/files')
export class FilesController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @RequiresLogin()
  async list(@CurrentCaller() caller: Caller): Promise<FileView[]> {
    return (await this.bus.request(listFiles, { caller })).files;
  }

  @Get(':id')
  async get(
    @Param('id', FileIdPipe) fileId: string,
    @CurrentCaller() caller: Caller,
    @Headers('x-verification-token') token?: string,
  ): Promise<FileView> {
    return this.bus.request(getFile, { fileId, caller, token: token ?? null });
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id', FileIdPipe) fileId: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.bus.request(deleteFile, { fileId, caller });
  }

  @Put(':id/settings')
  async changeSettings(
    @Param('id', FileIdPipe) fileId: string,
    @CurrentCaller() caller: Caller,
    @Body(valid(fileSettingsSchema)) settings: FileSettings,
  ): Promise<FileView> {
    return this.bus.request(changeFileSettings, { fileId, caller, settings });
  }

  @Get(':id/metadata')
  async metadata(@Param('id', FileIdPipe) fileId: string) {
    return this.bus.request(getFileMetadata, { fileId });
  }

  @Get(':id/check-protection')
  async checkProtection(@Param('id', FileIdPipe) fileId: string) {
    return this.bus.request(checkProtection, { fileId });
  }

  @Post(':id/verify-password')
  @HttpCode(200)
  async verifyPassword(
    @Param('id', FileIdPipe) fileId: string,
    @CurrentCaller() { address }: Caller,
    @Body(valid(verifyPasswordSchema)) { password }: z.infer<typeof verifyPasswordSchema>,
  ) {
    return this.bus.request(verifyFilePassword, { fileId, password, address });
  }
}
