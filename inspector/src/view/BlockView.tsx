import { isObject, type Json } from '../json.ts';
import { href } from '../live/route.ts';
import type { Block } from '../mcp/types.ts';
import { Contents, Media } from './Contents.tsx';
import { size } from './format.ts';
import { TextView } from './TextView.tsx';
import { Tree } from './Tree.tsx';

/** One block of content, whatever its kind. */
export function BlockView({ block }: { block: Block }) {
  return (
    <div className="block">
      <Body block={block} />
      <Audience block={block} />
    </div>
  );
}

function Body({ block }: { block: Block }) {
  const { type, text, data, mimeType = '', resource } = block;
  if (type === 'text' && typeof text === 'string') return <TextView text={text} />;
  if ((type === 'image' || type === 'audio') && typeof data === 'string') {
    return <Media base64={data} mime={mimeType} name={`${type} (${mimeType})`} />;
  }
  if (type === 'resource_link' && typeof block.uri === 'string')
    return <Link block={block} uri={block.uri} />;
  if (type === 'resource' && isObject(resource)) {
    return (
      <>
        <p className="mono muted">{resource.uri}</p>
        <Contents contents={resource} />
      </>
    );
  }
  return <Tree value={block as Json} label={`Content of the type ${type}`} />;
}

function Link({ block, uri }: { block: Block; uri: string }) {
  const { name, title, description, mimeType, size: bytes } = block;
  const facts = [mimeType, typeof bytes === 'number' ? size(bytes) : undefined].filter(Boolean);
  return (
    <div className="link-block">
      <a href={href('resources', uri)}>{title ?? name ?? uri}</a>
      <div className="mono muted">{[uri, ...facts].join(' · ')}</div>
      {description && <p>{description}</p>}
    </div>
  );
}

function Audience({ block }: { block: Block }) {
  const { audience, priority, lastModified } = block.annotations ?? {};
  const facts = [
    audience && `for ${audience.join(' and ')}`,
    priority !== undefined && `priority ${priority}`,
    lastModified && `modified ${lastModified}`,
  ].filter(Boolean);
  return facts.length > 0 ? <p className="muted">{facts.join(' · ')}</p> : null;
}
