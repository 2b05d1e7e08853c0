const { rm } = require('node:fs/promises');
const { dirname } = require('node:path');

/** Removes what global-setup.cjs made. */
module.exports = async () => {
  const { WAYBILL_E2E_DATA_FOLDER: folder } = process.env;
  if (folder) await rm(dirname(folder), { recursive: true, force: true });
};
