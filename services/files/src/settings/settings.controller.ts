import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { changeFileSettings, type FileView, type InputOf } from '@waybill/contracts';
import { toView } from '../catalogue/file.presenter.js';
import { Settings } from './settings.service.js';

@Controller()
export class SettingsController {
  constructor(private readonly settings: Settings) {}

  @Handles(changeFileSettings)
  async change(asked: InputOf<typeof changeFileSettings>): Promise<FileView> {
    return toView(await this.settings.change(asked), true);
  }
}
