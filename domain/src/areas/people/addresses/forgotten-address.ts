/** What replaces the address in an order once its retention period is over. Its region stays. */
export const FORGOTTEN_ADDRESS = { contactName: '已删除', contactPhone: '', addressDetail: '保存期满，已删除' } as const
