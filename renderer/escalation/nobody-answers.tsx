import { failureMessage } from '../api/api-slice.ts';
import { FieldError } from '../ui/field-notes.tsx';
import { Section } from '../ui/section.tsx';
import { DrillBox } from './drill-box.tsx';
import { useEscalationQuery } from './escalation-api.ts';
import { MissingRungs } from './missing-rungs.tsx';
import { Phones } from './phones.tsx';
import { RungsForm } from './rungs-form.tsx';

/** Whom an outlet tells of an order that nobody has seen, and when; with a test of all of it. */
export function NobodyAnswers({ outletId }: { outletId: string }) {
  const { data: escalation, error } = useEscalationQuery(outletId);
  if (!escalation) {
    const failure = failureMessage(error);
    return failure === null ? null : <FieldError>{failure}</FieldError>;
  }
  return (
    <Section id="nobody-answers" title="When nobody answers">
      <p className="row-note">
        An order that nobody has seen tells more and more people, until somebody opens or answers it. After
        two in a row that expired unseen, the outlet takes no more orders until somebody resumes.
      </p>
      <MissingRungs {...escalation} />
      <RungsForm outletId={outletId} escalation={escalation} />
      <Phones outletId={outletId} {...escalation} />
      <DrillBox outletId={outletId} />
    </Section>
  );
}
