import { Link } from 'react-router';
import { AboutSection } from '../features/about/about-section.tsx';
import { ConnectionSection } from '../features/connection/connection-section.tsx';
import { DisplaySection } from '../features/display/display-section.tsx';
import { PrintersSection } from '../features/printing/printers-section.tsx';
import { ScreenNameSection } from '../features/screen-name/screen-name-section.tsx';
import { SecuritySection } from '../features/security/security-section.tsx';
import { SoundsSection } from '../features/sounds/sounds-section.tsx';
import { buttonClass } from '../ui/button.tsx';
import { MainHeading } from '../ui/main-heading.tsx';
import { useShownPlace } from '../ui/use-shown-place.ts';
import { useAppSelector, useServices } from '../state/hooks.ts';
import { SignedInLayout } from './signed-in-layout.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import styles from './settings-screen.module.css';

/** This computer's settings; also for people who are not signed in, who may not reach the server yet. */
export function SettingsScreen() {
  const { platform } = useServices();
  useShownPlace();
  const signedIn = useAppSelector(({ session }) => session.status === 'signed-in');
  const verified = useAppSelector(
    ({ session }) => session.status === 'signed-in' && session.account.accountStatus.value === 'verified',
  );
  const settings = (
    <Page>
      <PageHead>
        <MainHeading>Settings</MainHeading>
        {!verified && (
          <Link className={buttonClass()} to="/">
            Back
          </Link>
        )}
      </PageHead>
      <div className={styles.settings}>
        {platform.can.changeApiBase && <ConnectionSection />}
        <ScreenNameSection />
        <SoundsSection />
        <PrintersSection />
        <DisplaySection />
        {signedIn && <SecuritySection />}
        <AboutSection />
      </div>
    </Page>
  );
  return verified ? <SignedInLayout>{settings}</SignedInLayout> : <main>{settings}</main>;
}
