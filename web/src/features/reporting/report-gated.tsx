import { Box } from '@mantine/core';
import { ReportFile } from './report-file.js';
import type { ReportTarget } from './reporting.api.js';

/** "Report this file" below the form of a gate, because a report needs no password. */
export function ReportGated({ target }: { target: ReportTarget }) {
  return (
    <Box maw={440} mx="auto" w="100%" mt="lg">
      <ReportFile target={target} />
    </Box>
  );
}
