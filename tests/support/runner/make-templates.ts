export { makeTemplates as setup } from '../../../server/testing/database.ts';
