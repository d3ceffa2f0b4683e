import type { ButtonHTMLAttributes, Ref } from 'react';
import './button.css';

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  tone?: 'primary' | 'secondary' | 'danger' | 'quiet';
  /** `large` is for the steps of an order: 60 px. */
  size?: 'normal' | 'large';
  /** The button's action is pending: it cannot be pressed again, but keeps the focus. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function Button({
  tone = 'secondary',
  size = 'normal',
  busy = false,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${tone} button-${size} ${className ?? ''}`}
      // A `disabled` button would lose the focus to the page.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}

/** The class of a link that looks like a button. */
export function buttonClass(
  tone: NonNullable<ButtonProps['tone']> = 'secondary',
  size: 'normal' | 'large' = 'normal',
) {
  return `button button-${tone} button-${size}`;
}
