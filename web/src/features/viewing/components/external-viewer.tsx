import { previewMessages } from '@waybill/contracts';
import { LoadingState } from '../../../components/ui/loading-state.js';
import { useGetViewerQuery } from '../viewing.api.js';
import { NoPreview, type OfferedDownload } from '../no-preview.js';

/** Shows an Office document without a rendition in the operator's external viewer. */
export function ExternalViewer({
  address,
  name,
  download,
}: {
  /** Address that names that of the viewer. */
  address: string;
  name: string;
  /** Address of the original file; null where the page offers it already. */
  download: OfferedDownload;
}) {
  const { data: viewer, error } = useGetViewerQuery(address);
  if (error) return <NoPreview message={previewMessages.officeFailed} download={download} />;
  if (!viewer) return <LoadingState label="Loading document" />;
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
