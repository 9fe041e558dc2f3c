import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils';
import { Hint } from './Hint.tsx';
import { Label } from './Label.tsx';

/** A list: its items, each with what can be done with it, and a button for one more. */
export function ListTemplate(props: ArrayFieldTemplateProps) {
  const { fieldPathId, title, schema, required, items, canAdd, onAddClick } = props;
  const step = fieldPathId.path.at(-1);
  const isItem = typeof step === 'number';
  const name = isItem ? `${step + 1}` : String(step ?? title);
  return (
    <fieldset id={fieldPathId.$id}>
      <legend>
        <Label name={name} title={isItem ? '' : title} required={!isItem && required === true} />
        <Hint id={fieldPathId.$id} schema={schema} />
      </legend>
      {schema.description && <p className="field-description">{schema.description}</p>}
      {items.length > 0 && <div className="items">{items}</div>}
      {canAdd && (
        <button type="button" className="add" onClick={onAddClick}>
          Add to {isItem ? `list ${name}` : name}
        </button>
      )}
    </fieldset>
  );
}

export function ListItemTemplate({ children, buttonsProps, index }: ArrayFieldItemTemplateProps) {
  const { hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps;
  const which = `item ${index + 1}`;
  return (
    <div className="item">
      <div className="item-value">{children}</div>
      <div className="item-buttons">
        {(hasMoveUp || hasMoveDown) && (
          <>
            <button
              type="button"
              className="quiet"
              aria-label={`Move ${which} up`}
              disabled={!hasMoveUp}
              onClick={onMoveUpItem}
            >
              ↑
            </button>
            <button
              type="button"
              className="quiet"
              aria-label={`Move ${which} down`}
              disabled={!hasMoveDown}
              onClick={onMoveDownItem}
            >
              ↓
            </button>
          </>
        )}
        {hasRemove && (
          <button type="button" className="quiet" aria-label={`Remove ${which}`} onClick={onRemoveItem}>
            ×
          </button>
        )}
      </div>
    </div>
  );
}
