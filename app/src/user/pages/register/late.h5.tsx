export { RegisterView as Register } from '../../../areas/people/auth/register-view'
