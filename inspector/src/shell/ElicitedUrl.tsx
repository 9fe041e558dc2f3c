import { text } from '../json.ts';
import { Dialog } from '../view/Dialog.tsx';
import { AskedBy } from './AskedBy.tsx';
import { useAnswering } from './answering.ts';
import type { AskProps } from './Questions.tsx';

/** The server wants somebody to visit a page. The address is shown whole, and opened only by hand. */
export function ElicitedUrl({ question, waiting }: AskProps) {
  const { trouble, accept, decline, cancel } = useAnswering(question);
  const url = text(question.params.url) ?? '';
  const isWeb = /^https?:\/\//i.test(url);
  return (
    <Dialog title="The server asks you to visit a page" onClose={cancel}>
      <p className="question">{text(question.params.message)}</p>
      <p className="mono wrap">
        {isWeb ? (
          <a href={url} target="_blank" rel="noreferrer noopener">
            {url}
          </a>
        ) : (
          url
        )}
      </p>
      <div className="actions">
        <button type="button" className="primary" onClick={() => accept()}>
          Accept
        </button>
        <button type="button" onClick={decline}>
          Decline
        </button>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </div>
      <AskedBy question={question} waiting={waiting} trouble={trouble} />
    </Dialog>
  );
}
