export { AgreementBody as Agreement } from './body'
