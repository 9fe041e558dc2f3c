import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';

/** A member that the schema doesn't name: its key can be edited, and it can be removed. */
export function Extra({
  id,
  label,
  children,
  onKeyRenameBlur,
  onRemoveProperty,
}: FieldTemplateProps & { children: ReactNode }) {
  return (
    <div className="extra">
      <input
        key={label}
        id={`${id}-key`}
        className="extra-key"
        aria-label={`Name of the member ${label}`}
        defaultValue={label}
        onBlur={onKeyRenameBlur}
        spellCheck={false}
      />
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <div className="extra-value">{children}</div>
      <button type="button" className="quiet" aria-label={`Remove ${label}`} onClick={onRemoveProperty}>
        Remove
      </button>
    </div>
  );
}
