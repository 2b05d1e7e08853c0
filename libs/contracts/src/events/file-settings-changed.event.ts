import { defineEvent } from '../message.js';
import { fileSnapshotSchema } from './file-uploaded.event.js';

/** Name, expiry, protection or owner of a file changed. Carries all facts, so one event is enough. */
export const fileSettingsChanged = defineEvent('files.file.settings-changed', fileSnapshotSchema);
