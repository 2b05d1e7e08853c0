import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  checkProtection,
  deleteFile,
  type FileMetadata,
  type FileView,
  getFile,
  getFileMetadata,
  getOwnedFile,
  type InputOf,
  listFilePage,
  listFiles,
  type OutputOf,
} from '@waybill/contracts';
import { AccessService } from '../access/access.service.js';
import { requireOwner } from '../owner/owner.policy.js';
import { requireUsableByOwner } from '../owner/require-usable-by-owner.js';
import { FileDeletionService } from '../deletion/file-deletion.service.js';
import { FileLookupService } from '../file/file-lookup.service.js';
import { presentFileMetadata, presentFile } from '../file/file.presenter.js';
import { FileListService } from './file-list.service.js';

@Controller()
export class FileDetailsRequests {
  constructor(
    private readonly lists: FileListService,
    private readonly files: FileLookupService,
    private readonly access: AccessService,
    private readonly deletion: FileDeletionService,
  ) {}

  @Handles(listFiles)
  async list({ caller }: InputOf<typeof listFiles>): Promise<OutputOf<typeof listFiles>> {
    const { json } = await this.lists.list({ caller, limit: null, cursor: null });
    return { files: JSON.parse(json) as FileView[] };
  }

  @Handles(listFilePage)
  async listPage(input: InputOf<typeof listFilePage>): Promise<OutputOf<typeof listFilePage>> {
    return this.lists.list(input);
  }

  @Handles(getFile)
  async get({ fileId, ...request }: InputOf<typeof getFile>): Promise<FileView> {
    const { file, isOwner } = await this.access.open(fileId, { ...request, action: 'details' });
    return presentFile(file, isOwner);
  }

  @Handles(getOwnedFile)
  async getOwned({ fileId, caller }: InputOf<typeof getOwnedFile>): Promise<FileView> {
    const file = await this.files.find(fileId);
    requireOwner(file, caller, 'files.not-found');
    requireUsableByOwner(file);
    return presentFile(file, true);
  }

  @Handles(getFileMetadata)
  async metadata({ fileId, ...request }: InputOf<typeof getFileMetadata>): Promise<FileMetadata> {
    const { file } = await this.access.open(fileId, { ...request, action: 'metadata' });
    return presentFileMetadata(file);
  }

  @Handles(checkProtection)
  async protection({
    fileId,
    ...request
  }: InputOf<typeof checkProtection>): Promise<OutputOf<typeof checkProtection>> {
    const { file } = await this.access.open(fileId, { ...request, action: 'check-protection' });
    return { isPasswordProtected: file.passwordHash !== null };
  }

  @Handles(deleteFile)
  async delete({ fileId, caller }: InputOf<typeof deleteFile>): Promise<OutputOf<typeof deleteFile>> {
    await this.deletion.delete(fileId, caller);
    return {};
  }
}
