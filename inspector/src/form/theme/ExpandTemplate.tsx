import type { CyclicSchemaExpandProps } from '@rjsf/utils';

/** Stands where a schema contains itself: its fields are drawn when somebody wants them. */
export function ExpandTemplate({ name, fieldPathId, onExpand }: CyclicSchemaExpandProps) {
  return (
    <button type="button" className="add" onClick={() => onExpand(fieldPathId.$id)}>
      Show the fields of {name}
    </button>
  );
}
