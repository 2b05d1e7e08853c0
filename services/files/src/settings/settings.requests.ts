import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { changeFileSettings, type FileView, type InputOf } from '@waybill/contracts';
import { presentFile } from '../file/file.presenter.js';
import { SettingsService } from './settings.service.js';

@Controller()
export class SettingsRequests {
  constructor(private readonly settings: SettingsService) {}

  @Handles(changeFileSettings)
  async change(input: InputOf<typeof changeFileSettings>): Promise<FileView> {
    return presentFile(await this.settings.change(input), true);
  }
}
