import type { ComponentChildren } from 'preact';
import type { GuestPlace } from '#shared/api/guest-pages.ts';

type OutletHeadProps = {
  outlet: Pick<GuestPlace['menu']['outlet'], 'name' | 'brandImageUrl'>;
  /** What the page is about, below the outlet's name. */
  where: string;
  children?: ComponentChildren;
};

/** Whose page it is. */
export function OutletHead({ outlet, where, children }: OutletHeadProps) {
  return (
    <header class="head">
      {outlet.brandImageUrl && <img src={outlet.brandImageUrl} alt="" width="56" height="56" />}
      <div>
        <h1>
          <bdi>{outlet.name}</bdi>
        </h1>
        <p class="where">{where}</p>
      </div>
      {children}
    </header>
  );
}
