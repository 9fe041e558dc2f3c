import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  title: string;
  children: ReactNode;
  /** Somebody pressed Escape, or the button that closes. */
  onClose: () => void;
}

/** A dialog over the page; the browser keeps the focus within. */
export function Dialog({ title, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
      {/* last, so that the first field has the focus */}
      <button type="button" className="quiet close" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </dialog>
  );
}
