import { defineEvent } from '../message.js';
import { fileSnapshotSchema } from './file-uploaded.event.js';

/** Name, expiry, protection or owner of a file changed. Contains the whole snapshot, whichever field changed. */
export const fileSettingsChanged = defineEvent('files.file.settings-changed', fileSnapshotSchema);
