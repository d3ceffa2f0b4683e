import { zooms, type Theme, type WindowMode } from '#shared/host/preferences.ts';
import { useAppDispatch, useAppSelector, useServices } from '../../state/hooks.ts';
import { selectView, viewChanged } from '../../state/view-slice.ts';
import { usePreferences } from '../../state/use-preferences.ts';
import { Choice } from '../../ui/choice.tsx';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';
import { FieldHint } from '../../ui/field-notes.tsx';

const themeChoices: { value: Theme; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'by-hour', label: 'Dark from 18:00 to 6:00' },
];
const densityChoices = [
  { value: 'auto', label: 'Roomy until the board is full' },
  { value: 'compact', label: 'Always compact' },
] as const;
const zoomChoices = zooms.map((zoom) => ({ value: zoom, label: `${zoom} %` }));
const windowChoices: { value: WindowMode; label: string }[] = [
  { value: 'window', label: 'A window' },
  { value: 'full-screen', label: 'Full screen' },
  { value: 'kiosk', label: 'Kiosk' },
];

/** How this computer displays the screens. */
export function DisplaySection() {
  const { platform } = useServices();
  const { theme, zoomPercent, windowMode, startAtLogin } = usePreferences();
  const { density } = useAppSelector(selectView);
  const dispatch = useAppDispatch();
  const change = platform.changePreferences;
  return (
    <Section title="Display">
      <Choice
        id="theme"
        label="Theme"
        value={theme}
        options={themeChoices}
        onChange={(chosen) => change({ theme: chosen })}
      />
      <Choice
        id="cards"
        label="Cards of orders"
        value={density}
        options={densityChoices}
        onChange={(chosen) => dispatch(viewChanged({ density: chosen }))}
      />
      {platform.can.arrangeWindow && (
        <>
          <Choice
            id="zoom"
            label="Size of everything"
            value={zoomPercent}
            options={zoomChoices}
            onChange={(chosen) => change({ zoomPercent: chosen })}
          />
          <div>
            <Choice
              id="window"
              label="The till is"
              value={windowMode}
              options={windowChoices}
              onChange={(chosen) => change({ windowMode: chosen })}
            />
            {windowMode === 'kiosk' && (
              <FieldHint>Nothing else can be reached on this screen until you change it here.</FieldHint>
            )}
          </div>
          <Switch
            id="start-at-login"
            label="Start with this computer"
            hint="The till opens when somebody signs in to the computer."
            checked={startAtLogin}
            onChange={(start) => change({ startAtLogin: start })}
          />
        </>
      )}
    </Section>
  );
}
