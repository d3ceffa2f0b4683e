/**
 * The only scripts of public pages before a person touches them. They are inline, and the server allows them by their
 * hashes. They are written as text, because a bundler would change a function's source.
 */

/**
 * Sends people who are signed in to the app before anything of the public page is painted. Needs both keys, as the
 * app does: with only one, the app would lead back here.
 */
export const signedInGoHome = `try{if(localStorage.getItem('accessToken')&&localStorage.getItem('account')){document.documentElement.hidden=true;location.replace('/business')}}catch{}`;

/** Loads a form's module when the form first gets the focus, and passes it the form's events. */
export const formScripts = `for(const f of document.querySelectorAll('form[data-script]')){let m;const load=()=>m??=import(f.dataset.script).catch(e=>{m=undefined;throw e});f.addEventListener('focusin',()=>load().catch(()=>{}));for(const t of['input','submit'])f.addEventListener(t,e=>{if(t==='submit')e.preventDefault();load().then(({answer})=>answer(f,t),()=>{if(t==='submit')f.dataset.failed=''})})}`;
