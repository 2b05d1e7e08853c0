import { uiMessages } from '@waybill/contracts';
import { Waiting } from '../../../components/ui/waiting.js';
import { useGetViewerQuery } from '../viewing.api.js';
import { NoPreview } from './no-preview.js';

/** An Office document in the operator's external viewer, where we could make no preview of our own. */
export function ExternalViewer({
  fileId,
  name,
  download,
}: {
  fileId: string;
  name: string;
  /** Of the file itself; null where the page offers it already. */
  download: string | null;
}) {
  const { data: viewer, error } = useGetViewerQuery(fileId);
  if (error) return <NoPreview message={uiMessages.officeFailed} download={download} />;
  if (!viewer) return <Waiting label="Loading document" />;
  return (
    <iframe
      src={viewer.url}
      title={name}
      width="100%"
      style={{ border: 0 }}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
      allowFullScreen
    />
  );
}
