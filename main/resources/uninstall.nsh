; What the uninstaller clears up besides the program: the entry that starts the till at sign-in, and what was printed of
; customers' orders. Not when a newer version takes the place of this one.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
    Delete "$APPDATA\${PRODUCT_NAME}\print-jobs.json"
    Delete "$APPDATA\${PRODUCT_NAME}\print-jobs.json.new"
    Delete "$APPDATA\${PRODUCT_NAME}\print-jobs.json.broken"
    RMDir /r "$APPDATA\${PRODUCT_NAME}\printed"
  ${endIf}
!macroend
