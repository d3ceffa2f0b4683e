import type { ComponentProps } from 'react';
import './field.css';

/** What is wrong, where no one field is to blame. */
export function FieldError(text: ComponentProps<'p'>) {
  return <p {...text} className="field-error" />;
}

/** What helps to choose. */
export function FieldHint(text: ComponentProps<'p'>) {
  return <p {...text} className="field-hint" />;
}
