import type { Outcome } from '../endpoint.ts'

/**
 * The message of the app when an action or a fetch ends. `done` is for success. `failed` is used when the server sent
 * no sentence of its own. Every sentence of specification §8 is here, word for word, and nowhere else.
 */
export const outcomes = {
  // Address and blacklist
  listAddresses: { failed: '获取地址失败' },
  deleteAddress: { done: '删除成功', failed: '删除失败' },
  addAddress: { done: '地址已添加', failed: '添加失败' },
  updateAddress: { done: '地址已更新', failed: '更新失败' },
  setDefaultAddress: { done: '已设为默认地址', failed: '更新出错，请稍后重试' },
  listBlacklist: { failed: '获取黑名单失败' },
  removeFromBlacklist: { done: '移出成功', failed: '移出失败' },
  reportContent: { done: '举报已提交，我们会尽快核实', failed: '举报失败，请重试' },
  addToBlacklist: { done: '已加入黑名单', failed: '添加失败' },

  // Home and booking
  listAdverts: { failed: '获取广告失败' },
  listCoaches: { failed: '获取教练信息失败，请重试' },
  readCourtStatus: { failed: '获取场地时间状态失败，请重试' },
  readInvitedSlots: { failed: '获取约课时段信息失败' },
  listContracts: { failed: '获取课程合同失败，请重试' },
  create: { done: '创建成功', failed: '创建失败，请重试' },
  createInvitation: { done: '约课创建成功', failed: '约课创建失败，请重试' },
  update: { done: '修改成功', failed: '修改失败' },
  updateInvitation: { done: '约课更新成功', failed: '修改约课失败' },
  editInvitation: { done: '修改约课成功', failed: '修改约课失败' },
  readInformation: { done: '成功加载信息', failed: '获取信息失败，请重试' },
  refreshInformation: { done: '已更新最新信息', failed: '获取信息失败，请重试' },
  readInvitation: { done: '成功加载约课信息', failed: '获取约课详情失败' },
  refreshInvitation: { done: '已更新最新约课信息', failed: '获取约课信息失败' },
  readInvitationToEdit: { done: '成功加载约课信息', failed: '获取约课信息失败，请重试' },

  // Invitation actions
  joinInvitation: { done: '参与约课成功', failed: '参与约课失败' },
  confirmInvitation: { done: '确认约课成功', failed: '确认约课失败' },
  offerTime: { done: '已发给球员，等对方答复', failed: '建议改约失败' },
  acceptOffer: { done: '已接受改约', failed: '接受改约失败' },
  listElsewhere: { failed: '没有取到其他时间' },
  listOfferTimes: { failed: '获取可改的时间失败' },
  contractInvitation: { done: '缔约成功', failed: '缔约失败' },
  finishInvitation: { done: '完成约课成功', failed: '完成约课失败' },
  declineInvitation: { done: '已拒绝', failed: '拒绝约课失败' },
  cancelInvitation: { done: '取消约课成功', failed: '取消约课失败' },
  objectToClass: { done: '异议已提出，等待答复', failed: '提出异议失败' },
  inviteStudent: { done: '邀请已生成', failed: '生成邀请失败' },
  renewStudentInvitation: { done: '已换新链接', failed: '换新链接失败' },
  withdrawStudentInvitation: { done: '邀请已撤回', failed: '撤回邀请失败' },
  acceptStudentInvitation: { done: '已成为学员', failed: '接受邀请失败' },
  recordPast: { done: '已补录，等学员核对', failed: '补录失败' },
  answerPast: { done: '已答复', failed: '答复失败' },
  answerObjection: { done: '异议已答复', failed: '答复异议失败' },
  listFreeCoaches: { failed: '获取可用教练失败' },
  changeCoach: { done: '更换教练成功', failed: '更换教练失败' },
  changeCoachBroken: { failed: '更换教练发生错误' },
  readClosure: { failed: '获取闭馆信息失败，请重试' },
  closeCourts: { done: '已闭馆，正在退回', failed: '闭馆失败，请重试' },
  retryClosure: { done: '已重新排队', failed: '重试失败' },
  like: { done: '点赞成功', failed: '点赞失败' },
  unlike: { done: '取消点赞成功', failed: '取消点赞失败' },

  // Usual courses
  findUsualCourse: { done: '已加载常用课程', failed: '没有找到常用课程' },
  listUsualCourses: { done: '已加载常用课程', failed: '获取常用课程失败' },
  pinUsualCourse: { done: '设置成功', failed: '设置失败' },
  unpinUsualCourse: { done: '已取消常用', failed: '操作失败，请重试' },
  parseUsualCourse: { done: '已加载常用课程', failed: '解析常用课程信息失败' },

  // Coach and company
  readCompany: { failed: '无法获取公司信息' },
  addCourse: { done: '课程添加成功', failed: '添加课程失败，请重试' },
  updateCourse: { done: '课程更新成功', failed: '修改失败' },
  deleteCourse: { done: '课程删除成功', failed: '删除课程失败，请重试' },
  listCompanyCoaches: { failed: '获取教练列表失败' },
  transferCompanyAdmin: { done: '公司管理员转让成功', failed: '转让公司管理员失败' },
  listCompanyInvitations: { failed: '获取邀请失败' },
  readCompanyInvitation: { failed: '获取邀请失败' },
  findCoachToInvite: { failed: '查找失败，请重试' },
  createVacancyAlert: { done: '已设置空位提醒', failed: '设置失败，请重试' },
  listVacancyAlerts: { failed: '获取空位提醒失败' },
  extendVacancyAlert: { done: '已修改', failed: '修改失败，请重试' },
  endVacancyAlert: { done: '已结束提醒', failed: '操作失败，请重试' },
  bookVacancy: { done: '已约上', failed: '预约失败，请重试' },
  sendStudentRequest: { done: '申请已发出', failed: '申请失败，请重试' },
  listStudentRequests: { failed: '获取申请失败' },
  answerStudentRequest: { failed: '答复失败，请重试' },
  askQuestion: { done: '问题已发出', failed: '发送失败，请重试' },
  readQuestion: { failed: '获取咨询失败' },
  answerQuestion: { done: '已答复', failed: '答复失败，请重试' },
  readAdvert: { failed: '获取活动失败' },
  readCourse: { failed: '获取课程失败' },
  listCoachStarts: { failed: '获取可约时间失败' },
  withdrawStudentRequest: { done: '已撤回', failed: '撤回失败，请重试' },
  listPackages: { failed: '获取课包失败，请重试' },
  remindOfRenewal: { done: '已提醒学员续课', failed: '提醒失败' },
  buyPackage: { failed: '下单失败，请重试' },
  readCourseRefund: { failed: '获取退课金额失败，请重试' },
  refundCourse: { done: '退课成功', failed: '退课失败，请重试' },
  askTrial: { failed: '申请失败，请重试' },
  listTrials: { failed: '获取体验课失败' },
  acceptTrial: { done: '约课成功', failed: '确认失败，请重试' },
  refuseTrial: { done: '已拒绝，钱全额退给学员', failed: '答复失败，请重试' },
  withdrawTrial: { done: '已撤回，钱全额退回', failed: '撤回失败，请重试' },
  readCoachPage: { failed: '获取教练主页失败' },
  inviteCoach: { done: '邀请已发出', failed: '邀请失败，请重试' },
  requestToJoin: { done: '申请已发出', failed: '申请失败，请重试' },
  changeInvitation: { done: '条件已更新', failed: '更新失败，请重试' },
  answerInvitation: { failed: '答复失败，请重试' },
  withdrawInvitation: { done: '已撤回', failed: '撤回失败，请重试' },
  changeLeftCoach: { done: '已换教练', failed: '换教练失败，请重试' },
  waitForCoach: { done: '已选择等教练回来', failed: '操作失败，请重试' },
  askLeaveRefund: { done: '退课申请已发给俱乐部', failed: '申请失败，请重试' },
  goAway: { done: '休假已登记，学员已收到通知', failed: '登记失败，请重试' },
  endAway: { done: '休假已结束', failed: '操作失败，请重试' },
  proposeCoach: { done: '已推荐给学员', failed: '推荐失败，请重试' },
  leaveCompany: { done: '已成功离开公司', failed: '离开公司失败' },
  listInvitationRecords: { failed: '获取约课记录失败' },
  listStudents: { failed: '获取学员数据失败' },
  readContracts: { failed: '获取课程合同信息失败' },
  listUsedRecords: { failed: '获取课时记录失败' },
  listCourts: { failed: '获取场地列表失败' },
  addVenue: { done: '新增场地成功', failed: '新增场地失败' },
  addVenueOffline: { failed: '网络错误，新增场地失败' },
  saveSettings: { done: '设置成功', failed: '设置失败' },
  lockSlots: { done: '设置成功', failed: '锁定时段失败' },
  readVenue: { failed: '获取场馆信息失败' },
  associateVenue: { done: '关联场地成功', failed: '关联场地失败' },
  associateVenueOffline: { failed: '网络错误，关联场地失败' },
  uploadPicture: { done: '图片上传成功', failed: '操作失败，请重试' },
  uploadContract: { done: '合同上传成功', failed: '操作失败，请重试' },

  // Student search
  searchStudent: { failed: '查询失败，请稍后重试' },
  findStudent: { failed: '未找到该手机号对应的学员' },
  searchStudentOffline: { failed: '网络错误，请稍后重试' },
  addStudent: { done: '已添加为学员', failed: '添加失败，请稍后重试' },
  registerStudent: { done: '学员已登记', failed: '登记失败，请重试' },
  showClaimCode: { failed: '没有生成认领码，请重试' },
  answerClaims: { failed: '认领失败，请重试' },
  uploadRoster: { failed: '上传失败，请重试' },
  changeImportCell: { failed: '修改失败，请重试' },
  confirmImport: { done: '已导入', failed: '没有写入任何一行，请重试' },
  undoImport: { done: '已撤销', failed: '撤销失败，请重试' },
  changeRosterPhone: { done: '手机号已改', failed: '修改失败，请重试' },
  removeStudent: { done: '移出成功', failed: '移出失败' },
  leaveCoach: { done: '已解除师生关系', failed: '操作失败，请重试' },
  updateSessions: { done: '课时已调整', failed: '操作失败，请重试' },
  unlockSlots: { done: '设置成功', failed: '设置失败' },
  readLocks: { failed: '获取场地时间状态失败，请重试' },
  exportRecords: { done: '约课记录已导出', failed: '获取约课记录失败' },

  // Profile, cards and messages
  readCard: { failed: '获取名片信息失败' },
  loadCard: { failed: '名片加载失败' },
  save: { done: '保存成功', failed: '保存失败' },
  listMessages: { failed: '获取消息列表失败' },
  approveMessage: { done: '已同意', failed: '操作失败，请重试' },
  rejectMessage: { done: '已拒绝', failed: '操作失败，请重试' },
  readMessage: { done: '已标记为已读', failed: '操作失败，请重试' },
  deleteMessage: { done: '删除成功', failed: '删除失败' },
  readRegistration: { failed: '获取注册信息失败' },
  readUserRegistration: { failed: '获取用户注册信息失败' },
  requestPassword: { done: '申请已提交，如果账号存在，客服会尽快核实', failed: '提交申请失败，请重试' },
  submitRegistration: { done: '注册成功', failed: '提交注册信息失败' },
  exportOwnData: { done: '数据已导出', failed: '获取用户信息失败' },
  closeAccount: { done: '账号已注销', failed: '操作失败，请重试' },
  applyAsCoach: { done: '申请已提交', failed: '提交注册信息失败' },
  listLevels: { failed: '获取用户信息失败' },
  assessLevel: { done: '保存成功', failed: '保存失败' },
  readAllMessages: { done: '已标记为已读', failed: '操作失败，请重试' },
  readMessageSettings: { failed: '获取信息失败，请重试' },
  share: { done: '分享已生成', failed: '操作失败，请重试' },
  readUser: { failed: '获取用户信息失败' },
  listVenueRecords: { failed: '获取场馆记录失败' },
  listCourtRecords: { failed: '获取场地记录失败' },
  listStoredCards: { failed: '获取储值卡失败' },
  listStoredCardTransactions: { failed: '获取储值卡流水失败' },

  // Balls
  listBallRecords: { failed: '获取球局记录失败' },
  listBallInvitations: { failed: '获取约球记录失败' },
  createBall: { done: '约球创建成功', failed: '约球创建失败，请重试' },
  updateBall: { done: '球局已修改', failed: '操作失败，请重试' },
  setBallPublic: { done: '公开设置已保存', failed: '操作失败，请重试' },
  requestBall: { done: '申请已提交，等发起人同意', failed: '操作失败，请重试' },
  waitForBall: { failed: '操作失败，请重试' },
  handOverBall: { done: '转让请求已发给对方', failed: '操作失败，请重试' },
  swapPlayer: { done: '更换请求已发给双方', failed: '操作失败，请重试' },
  withdrawBallProposal: { done: '已撤回', failed: '撤回失败，请重试' },
  agreeToBallChange: { done: '已同意修改', failed: '操作失败，请重试' },
  markNoShow: { done: '未到标记已保存', failed: '操作失败，请重试' },
  answerNoShow: { done: '说明已提交', failed: '操作失败，请重试' },
  cancelBall: { done: '取消成功', failed: '取消失败，请重试' },
  enrollBall: { done: '报名成功', failed: '报名失败，请重试' },
  readActivity: { failed: '获取活动详情失败' },
  readDetail: { failed: '获取详情失败' },

  recordResult: { done: '比分已提交', failed: '操作失败，请重试' },
  leaveBall: { done: '退出成功', failed: '取消失败，请重试' },

  // Orders and cards
  closeOrder: { done: '订单已关闭', failed: '操作失败，请重试' },
  pay: { done: '支付请求已提交', failed: '操作失败，请重试' },
  readOrder: { failed: '获取详情失败' },
  topUpCard: { done: '充值订单已提交', failed: '操作失败，请重试' },
  withdrawTopUp: { done: '退款已受理，本金原路退回', failed: '操作失败，请重试' },
  exportTransactions: { done: '流水已导出', failed: '获取储值卡流水失败' },

  // Stringing, shop, calendar
  listMerchants: { failed: '获取信息失败，请重试' },
  listRackets: { failed: '获取信息失败，请重试' },
  deleteRacket: { done: '删除成功', failed: '删除失败' },
  createStringing: { done: '穿线订单已提交', failed: '创建失败，请重试' },
  listStringing: { failed: '获取信息失败，请重试' },
  cancelStringing: { done: '取消成功', failed: '取消失败，请重试' },
  listProducts: { failed: '获取信息失败，请重试' },
  deleteProduct: { done: '删除成功', failed: '删除失败' },
  readCart: { failed: '获取信息失败，请重试' },
  updateCart: { done: '购物车已更新', failed: '更新失败' },
  removeFromCart: { done: '移出成功', failed: '移出失败' },
  createShopOrder: { done: '商城订单已提交', failed: '创建失败，请重试' },
  listShopOrders: { failed: '获取信息失败，请重试' },
  cancelShopOrder: { done: '取消成功', failed: '取消失败，请重试' },
  listCommonCourses: { failed: '获取信息失败，请重试' },
  rateStringing: { done: '评价已提交', failed: '操作失败，请重试' },
  receiveShopOrder: { done: '已确认收货', failed: '操作失败，请重试' },
  requestShopRefund: { done: '退款申请已提交', failed: '操作失败，请重试' },
  renewCalendarFeed: { done: '日历订阅已生成', failed: '操作失败，请重试' },
  revokeCalendarFeed: { done: '日历订阅已停用', failed: '操作失败，请重试' },
  openAnalytics: { done: '经营看板链接已生成', failed: '操作失败，请重试' },
  // The console reports the result of an action in its own sentences.
  renewShare: { done: '分享链接已重置', failed: '操作失败，请重试' },
  operate: { done: '操作成功', failed: '操作失败，请重试' },

  // Other
  search: { failed: '获取信息失败，请重试' },
  decryptPhone: { failed: '解密手机号失败，请稍后再试' },
  bindWechat: { done: '微信已绑定', failed: '操作失败，请重试' },
  settlePhone: { done: '手机号已确认', failed: '操作失败，请重试' },
  readPicture: { failed: '获取图片失败，请重试' },
  sendPhoneCode: { done: '验证码已发送', failed: '获取验证码失败，请重试' },
  resetPassword: { done: '新密码已设置', failed: '操作失败，请重试' },
  verifyPhone: { failed: '操作失败，请重试' },
  logOutDevice: { done: '该设备已退出登录', failed: '操作失败，请重试' },
  logIn: { done: '登录成功', failed: '操作失败，请重试' },
  signInvitation: { done: '签到已保存', failed: '操作失败，请重试' },
  arrive: { done: '已报到', failed: '操作失败，请重试' },
  releaseCourt: { done: '场地已释放', failed: '操作失败，请重试' },
} as const satisfies Record<string, Outcome>

/** What a list that loads page by page holds. */
export type ListedRecords =
  | '教练'
  | '约球'
  | '约课'
  | '穿线'
  | '消息'
  | '流水'
  | '课时'
  | '学员'
  | '场馆'
  | '商家'
  | '评价'
  | '商品'
  | '订单'
  | '等级'
  | '邀请'

/** The variant of 加载更多…记录失败 for a list whose next page failed. */
export const loadMoreOf = (what: ListedRecords): Outcome => ({ failed: `加载更多${what}记录失败` })

/** Sentences of specification §8 that belong to no single action. */
export const notices = {
  listEnded: '没有更多数据了',
  refreshTokenMissing: '没有可用的刷新令牌',
  sessionExpired: '登录已过期，请重新登录',
  networkError: 'Network error',
  coachIdMissing: '未找到教练ID',
  studentIdMissing: '未找到学员ID',
  coachUnknown: '无法获取当前教练信息，请重新登录',
} as const
