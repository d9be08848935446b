import { errors } from '@paidang/api/catalogue/errors'

/** The hint below a new user name. */
export const USERNAME_HINT = '4 至 32 位字母、数字或下划线，不能全是数字，登录时使用'

/** The hint below a new password. */
export const PASSWORD_HINT = errors.password_weak.message

/** The two inputs of a new password differ. */
export const PASSWORDS_DIFFER = '两次输入的密码不一致'
