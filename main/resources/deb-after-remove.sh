#!/bin/bash
# What a removed package leaves to be cleared up. As electron-builder's own, and then what is no part of the package.

if type update-alternatives >/dev/null 2>&1; then
    update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}'
else
    rm -f '/usr/bin/${executable}'
fi

APPARMOR_PROFILE='/etc/apparmor.d/${executable}'
if [ -f "$APPARMOR_PROFILE" ]; then
    if apparmor_status --enabled >/dev/null 2>&1; then
        if ! { [ -x '/usr/bin/ischroot' ] && /usr/bin/ischroot; } && hash apparmor_parser 2>/dev/null; then
            apparmor_parser --remove "$APPARMOR_PROFILE" || true
        fi
    fi
    rm -f "$APPARMOR_PROFILE"
fi

# Not at an upgrade: the till stays, and so do its jobs.
if [ "$1" != remove ] && [ "$1" != purge ]; then
    exit 0
fi

# Of each person: the entry that starts the till at sign-in, and what was printed of customers' orders. Done as that person,
# so that no link in their folder leads elsewhere.
getent passwd | while IFS=: read -r name _ _ _ _ home _; do
    [ -d "$home/.config" ] || continue
    runuser -u "$name" -- rm -rf \
        "$home/.config/autostart/app.servery.till.desktop" \
        "$home/.config/Servery/print-jobs.json" \
        "$home/.config/Servery/print-jobs.json.new" \
        "$home/.config/Servery/print-jobs.json.broken" \
        "$home/.config/Servery/printed" || true
done
exit 0
