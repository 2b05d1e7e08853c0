import { Controller, Headers, Param } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  type Caller,
  changeFileSettings,
  checkProtection,
  deleteFile,
  type FileView,
  getFile,
  getFileMetadata,
  listFiles,
  verifyFilePassword,
} from '@waybill/contracts';
import { fileRoutes } from '@waybill/contracts/http';
import { CurrentCaller } from '../http/caller.decorator.js';
import { Sent, type SentTo } from '../http/sent.decorator.js';
import { Serves } from '../http/serves.decorator.js';
import { SameForEveryone } from '../sessions/session.guard.js';
import { FileIdPipe } from '../http/valid.pipe.js';

@Controller()
export class FilesController {
  constructor(private readonly bus: Bus) {}

  @Serves(fileRoutes.listFiles)
  async list(@CurrentCaller() caller: Caller): Promise<FileView[]> {
    return (await this.bus.request(listFiles, { caller })).files;
  }

  @Serves(fileRoutes.getFile)
  async get(
    @Param('id', FileIdPipe) fileId: string,
    @CurrentCaller() caller: Caller,
    @Headers('x-verification-token') token?: string,
  ): Promise<FileView> {
    return this.bus.request(getFile, { fileId, caller, token: token ?? null });
  }

  @Serves(fileRoutes.deleteFile)
  async delete(@Param('id', FileIdPipe) fileId: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.bus.request(deleteFile, { fileId, caller });
  }

  @Serves(fileRoutes.changeFileSettings)
  async changeSettings(
    @Param('id', FileIdPipe) fileId: string,
    @CurrentCaller() caller: Caller,
    @Sent(fileRoutes.changeFileSettings) settings: SentTo<typeof fileRoutes.changeFileSettings>,
  ): Promise<FileView> {
    return this.bus.request(changeFileSettings, { fileId, caller, settings });
  }

  @Serves(fileRoutes.getFileMetadata)
  @SameForEveryone()
  async metadata(@Param('id', FileIdPipe) fileId: string) {
    return this.bus.request(getFileMetadata, { fileId });
  }

  @Serves(fileRoutes.checkProtection)
  @SameForEveryone()
  async checkProtection(@Param('id', FileIdPipe) fileId: string) {
    return this.bus.request(checkProtection, { fileId });
  }

  @Serves(fileRoutes.verifyPassword)
  async verifyPassword(
    @Param('id', FileIdPipe) fileId: string,
    @CurrentCaller() { address }: Caller,
    @Sent(fileRoutes.verifyPassword) { password }: SentTo<typeof fileRoutes.verifyPassword>,
  ) {
    return this.bus.request(verifyFilePassword, { fileId, password, address });
  }
}
