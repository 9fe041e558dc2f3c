import { useState } from 'react';
import type { ResourceContents } from '../mcp/types.ts';
import { Choice } from './Choice.tsx';
import { bytesOf, size } from './format.ts';
import { Hex } from './Hex.tsx';
import { TextView } from './TextView.tsx';

type View = 'media' | 'text' | 'hex';

/** What a resource holds: text, or bytes as an image, sound, text or hexadecimal. */
export function Contents({ contents }: { contents: ResourceContents }) {
  const { uri, mimeType = '', text, blob } = contents;
  if (text !== undefined) return <TextView text={text} mime={mimeType} />;
  if (blob !== undefined) return <Bytes base64={blob} mime={mimeType} name={uri} />;
  return <p className="muted">It has neither text nor bytes.</p>;
}

interface BytesProps {
  base64: string;
  mime: string;
  name: string;
}

function Bytes({ base64, mime, name }: BytesProps) {
  const isMedia = /^(image|audio|video)\//.test(mime);
  const [view, setView] = useState<View>(isMedia ? 'media' : 'hex');
  const bytes = bytesOf(base64);
  if (!bytes) return <p className="trouble">The bytes aren’t valid base64.</p>;
  const views: (readonly [View, string])[] = [
    ['hex', 'Hex'],
    ['text', 'Text'],
  ];
  if (isMedia) views.unshift(['media', 'Media']);
  return (
    <div className="bytes-view">
      <div className="toolbar">
        <Choice label="Show as" choices={views} value={view} onChange={setView} />
        <span className="muted">
          {mime || 'no type'} · {size(bytes.length)}
        </span>
      </div>
      {view === 'media' && <Media base64={base64} mime={mime} name={name} />}
      {view === 'hex' && <Hex bytes={bytes} />}
      {view === 'text' && <pre className="plain">{new TextDecoder().decode(bytes)}</pre>}
    </div>
  );
}

/** An image, a sound or a film from its base64. */
export function Media({ base64, mime, name }: BytesProps) {
  const source = `data:${mime};base64,${base64}`;
  if (mime.startsWith('image/')) return <img className="media" src={source} alt={name} />;
  // biome-ignore lint/a11y/useMediaCaption: servers send no captions
  if (mime.startsWith('audio/')) return <audio className="media" controls src={source} aria-label={name} />;
  // biome-ignore lint/a11y/useMediaCaption: servers send no captions
  return <video className="media" controls src={source} aria-label={name} />;
}
