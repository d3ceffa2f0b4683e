import type { ButtonHTMLAttributes, Ref } from 'react';
import './button.css';

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  tone?: 'primary' | 'secondary' | 'danger' | 'quiet';
  /** `large` is for the steps of an order: 60 px. */
  size?: 'normal' | 'large';
  /** Something is under way because of this button: it cannot be pressed again, and keeps the focus meanwhile. */
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
      // A button that is `disabled` would lose the focus to the page.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}

/** The looks of a button on a link. */
export function buttonClass(
  tone: NonNullable<ButtonProps['tone']> = 'secondary',
  size: 'normal' | 'large' = 'normal',
) {
  return `button button-${tone} button-${size}`;
}
