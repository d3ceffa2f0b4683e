import { MinusIcon, PlusIcon } from './icons.tsx';

type StepperProps = {
  /** What is counted, for those who do not see it. */
  of: string;
  quantity: number;
  least: number;
  most: number;
  onChange: (quantity: number) => void;
};

/** How many of something, with one more and one fewer. */
export function Stepper({ of, quantity, least, most, onChange }: StepperProps) {
  return (
    <div class="stepper" role="group" aria-label={`How many: ${of}`}>
      <button
        type="button"
        class="round"
        aria-label={quantity === 1 && least === 0 ? `Take out ${of}` : `One fewer: ${of}`}
        disabled={quantity <= least}
        onClick={() => onChange(quantity - 1)}
      >
        <MinusIcon />
      </button>
      <output class="figures">{quantity}</output>
      <button
        type="button"
        class="round"
        aria-label={`One more: ${of}`}
        disabled={quantity >= most}
        onClick={() => onChange(quantity + 1)}
      >
        <PlusIcon />
      </button>
    </div>
  );
}
