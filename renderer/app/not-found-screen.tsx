import { Link } from 'react-router';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-states.tsx';

export function NotFoundScreen() {
  return (
    <main>
      <EmptyState message="There is no page here.">
        <Link className={buttonClass('primary')} to="/">
          Go to the start
        </Link>
      </EmptyState>
    </main>
  );
}
