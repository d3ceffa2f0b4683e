import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { Drill } from '#shared/api/escalation.ts';
import type { AlertChannel } from '#shared/base/rungs.ts';
import { failureMessage } from '../api/api-slice.ts';
import { useZone } from '../orders/use-zone.ts';
import { Button } from '../ui/button.tsx';
import { FieldHint } from '../ui/field-notes.tsx';
import { RowActions } from '../ui/row.tsx';
import { formatWhen } from '../ui/times.ts';
import { useToast } from '../ui/toasts.tsx';
import { useDrillQuery, useStartDrillMutation } from './escalation-api.ts';
import styles from './nobody-answers.module.css';

const ASK_EVERY_MS = 1_000;

const signs = {
  arrived: { Icon: CircleCheck, words: 'arrived' },
  waiting: { Icon: CircleDashed, words: 'waiting for its answer' },
  missing: { Icon: TriangleAlert, words: 'did not arrive' },
};

/** A phone is called like its browser, and so is a screen. */
const kinds: Record<AlertChannel, string> = {
  screens: ' (screen)',
  phones: ' (phone)',
  email: ' (e-mail)',
  webhook: '',
};

/** One press tells everybody at once with a marked test, and shows who was reached. */
export function DrillBox({ outletId }: { outletId: string }) {
  const [start, starting] = useStartDrillMutation();
  const { data: drill, refetch } = useDrillQuery(outletId);
  const underWay = drill?.results.some(({ result }) => result === 'waiting') === true;
  useDrillQuery(outletId, { pollingInterval: underWay ? ASK_EVERY_MS : 0 });
  const zone = useZone(outletId);
  const toast = useToast();

  async function press() {
    const failed = failureMessage((await start(outletId)).error);
    if (failed !== null) toast('error', failed);
    await refetch();
  }

  return (
    <div className={styles.part}>
      <h3>Test</h3>
      <FieldHint>Every screen rings, and everybody gets a message that says it is a test.</FieldHint>
      <RowActions>
        <Button tone="primary" busy={starting.isLoading || underWay} onClick={() => void press()}>
          Send a test
        </Button>
      </RowActions>
      {drill && <Results drill={drill} zone={zone} />}
    </div>
  );
}

function Results({ drill, zone }: { drill: Drill; zone: string }) {
  return (
    <div role="status" aria-label="Result of the test">
      <p className="row-note">Sent {formatWhen(drill.startedAt, zone)}</p>
      <ul className={styles.results}>
        {drill.results.map(({ channel, name, result, why }, index) => {
          const { Icon, words } = signs[result];
          return (
            // oxlint-disable-next-line react/no-array-index-key -- two screens may have one name
            <li key={`${channel} ${name} ${index}`} data-result={result}>
              <Icon aria-hidden="true" />
              <span>
                <b>
                  {name}
                  {name !== 'Every screen' && kinds[channel]}
                </b>
                : {words}
                {why !== undefined && `. ${why}`}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
