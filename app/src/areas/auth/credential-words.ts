import { errors } from '@paidang/api/catalogue/errors'

/** What stands below a user name that is chosen. */
export const USERNAME_HINT = '4 至 32 位字母、数字或下划线，登录时使用'

/** What stands below a password that is chosen. */
export const PASSWORD_HINT = errors.password_weak.message

/** A password that is typed twice is not the same. */
export const PASSWORDS_DIFFER = '两次输入的密码不一致'
