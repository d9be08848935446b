/** What one agrees to when logging in. */
export type AgreementName = 'terms' | 'privacy'

/** One agreement: its title, and its clauses in order. */
export type Agreement = { title: string; clauses: readonly { title: string; text: string }[] }

/** The agreements in force. */
export const AGREEMENTS: Record<AgreementName, Agreement> = {
  terms: {
    title: '用户协议',
    clauses: [
      {
        title: '服务内容',
        text: '拍档为球员和教练提供约课、约球与穿线的信息与预约服务。课程由教练或其所在公司提供，场地由场馆提供。',
      },
      { title: '账号', text: '账号仅限本人使用。请妥善保管密码，不要转借；在别人的设备上用完后请退出登录。' },
      {
        title: '约课与课时',
        text: '约课成功后占用教练、场地与对应课时。课时从您与教练或公司的课程合同中预占，课程完成后扣除，每一笔都记在课时流水里。',
      },
      {
        title: '取消',
        text: '每节课的免费取消时限由所属公司规定，写在约课详情里，取消前会再次告知将退回或扣除的课时。教练取消不扣课时。',
      },
      {
        title: '文明使用',
        text: '请勿发布违法、侮辱他人或与运动无关的内容，请勿恶意占用时段。多次违反的账号会被限制使用。',
      },
      {
        title: '协议变更',
        text: '协议有变更时会在登录页重新征求您的同意。不同意变更可以停止使用，已有的课时与合同仍按原约定处理。',
      },
    ],
  },
  privacy: {
    title: '隐私政策',
    clauses: [
      {
        title: '我们收集什么',
        text: '昵称、头像、手机号、性别、水平等级与持拍习惯，以及您的约课、球局、合同与课时记录。位置与相册只在您使用相应功能并同意后读取。',
      },
      {
        title: '用来做什么',
        text: '只用于完成预约、结算课时、通知相关的人，以及保障账号安全。不用于与此无关的推送，也不出售给第三方。',
      },
      {
        title: '谁能看到',
        text: '其他球员只能看到您的公开资料。手机号默认遮住中间四位；合同与合同照片只有您、您的教练和公司管理员能看到。',
      },
      {
        title: '怎样保存',
        text: '密码只保存不可还原的摘要。约课、课时与合同的记录会保留，以便双方日后核对；图片上传时去掉拍摄地点等附加信息。',
      },
      {
        title: '您的权利',
        text: '您可以查看自己的资料与课时流水，发现有误可以要求更正，也可以要求撤回授权或删除账号，我们在十五个工作日内处理。',
      },
      {
        title: '本机保存',
        text: '为了保持登录，应用在您的设备上保存登录凭证、主题与身份选择；退出登录后凭证立即清除。',
      },
    ],
  },
}
