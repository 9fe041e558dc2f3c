import { canExpand, type ObjectFieldTemplateProps, type RJSFSchema } from '@rjsf/utils';
import { isObject } from '../../json.ts';
import { Hint } from './Hint.tsx';
import { Label } from './Label.tsx';

/** The members of an object, in a group of their own unless it is the whole. */
export function ObjectTemplate(props: ObjectFieldTemplateProps) {
  const { fieldPathId, properties, schema, uiSchema, formData, title, description, required } = props;
  if ((schema.oneOf || schema.anyOf) && properties.length === 0) return null;
  const content = (
    <>
      {properties.filter(({ name }) => !isConstant(schema, name)).map((property) => property.content)}
      {canExpand(schema, uiSchema, formData) && (
        <button type="button" className="add" onClick={props.onAddProperty}>
          Add a member
        </button>
      )}
    </>
  );
  const step = fieldPathId.path.at(-1);
  if (step === undefined) return <div className="fields">{content}</div>;
  const name = typeof step === 'number' ? `${step + 1}` : String(step);
  return (
    <fieldset id={fieldPathId.$id}>
      <legend>
        <Label
          name={name}
          title={typeof step === 'number' ? '' : (title ?? '')}
          required={typeof step !== 'number' && required === true}
        />
        <Hint id={fieldPathId.$id} schema={schema} />
      </legend>
      {description && <p className="field-description">{description}</p>}
      <div className="fields">{content}</div>
    </fieldset>
  );
}

/** What can't be otherwise needs no field. */
function isConstant(schema: RJSFSchema, name: string): boolean {
  const member = schema.properties?.[name];
  return isObject(member) && member.const !== undefined && schema.required?.includes(name) === true;
}
