import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { UnlockedPreview } from './unlocked-preview.entity.js';

@Injectable()
export class UnlockedPreviewLookupService {
  constructor(private readonly database: DataSource) {}

  /** @throws AppError `files.no-preview` when the file has no such conversion, or it was deleted */
  async find(id: string, fileId: string): Promise<UnlockedPreview> {
    const preview = await this.database.manager.findOneBy(UnlockedPreview, { id, fileId });
    if (!preview) throw new AppError('files.no-preview');
    return preview;
  }
}
