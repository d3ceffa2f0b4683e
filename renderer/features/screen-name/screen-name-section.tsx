import { useState } from 'react';
import { LONGEST_SCREEN_NAME, readScreenName } from '#shared/base/screen-name.ts';
import { usualNameOfScreen } from '../../api/name-of-screen.ts';
import { useServices } from '../../state/hooks.ts';
import { usePreferences } from '../../state/use-preferences.ts';
import { Field } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';

/** What this screen is called wherever people read who did something. */
export function ScreenNameSection() {
  const { platform } = useServices();
  const { screenName } = usePreferences();
  const [typed, setTyped] = useState<string | null>(null);

  function keep(): void {
    if (typed !== null) platform.changePreferences({ screenName: readScreenName(typed) ?? '' });
    setTyped(null);
  }

  return (
    <Section title="This screen">
      <Field
        id="screen-name"
        label="Name of this screen"
        hint="Other screens show it: who accepted an order, and which screen makes no sound."
        placeholder={usualNameOfScreen(platform)}
        value={typed ?? screenName}
        maxLength={LONGEST_SCREEN_NAME}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={keep}
        onKeyDown={({ key }) => key === 'Enter' && keep()}
      />
    </Section>
  );
}
