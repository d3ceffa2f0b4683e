/**
 * The only scripts that public pages have before anybody touches them. They stand in the page itself, and the server
 * allows them by their hashes. Written as text: what a bundler makes of a function is not what a page may hold.
 */

/**
 * Whoever is signed in gets the app, and nothing of the public page is painted first (D5). Both keys, as the app asks for
 * both: with only one it would lead back here.
 */
export const signedInGoHome = `try{if(localStorage.getItem('accessToken')&&localStorage.getItem('account')){document.documentElement.hidden=true;location.replace('/business')}}catch{}`;

/** A form's own module is fetched when the form is first entered, and then told what happens in it. */
export const formScripts = `for(const f of document.querySelectorAll('form[data-script]')){let m;const load=()=>m??=import(f.dataset.script).catch(e=>{m=undefined;throw e});f.addEventListener('focusin',()=>load().catch(()=>{}));for(const t of['input','submit'])f.addEventListener(t,e=>{if(t==='submit')e.preventDefault();load().then(({answer})=>answer(f,t),()=>{if(t==='submit')f.dataset.failed=''})})}`;
