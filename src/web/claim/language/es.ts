// One file: a language is fetched as a whole, and a translator reads it from end to end beside `en.ts`.

import { pluralOf } from './plural-of.ts'
import type { Translation } from './translation.ts'

const plural = pluralOf('es')
const decimalsOf = (count: number) => `${count} ${plural(count, { one: 'decimal', other: 'decimales' })}`

/**
 * Every text of the claim page in Spanish, in the order of `en.ts`.
 * One file, since a translator reads a language from end to end.
 */
export const es: Translation = {
  ui: {
    copied: 'Copiado',
    copyFailed: 'No se pudo copiar',
    copiedWhat: (what) => `En el portapapeles: ${what}.`,
    failedToCopy: (what) => `No se pudo copiar: ${what}`,
    copy: (what) => `Copiar ${what}`,
    address: 'dirección',
    close: 'Cerrar',
    notifications: 'Notificaciones ({hotkey})',
  },

  page: {
    title: (tokenName) => `Reclamar ${tokenName}`,
    untitled: 'Reclama tus tokens',
    noScript: 'Esta página necesita JavaScript',
    noScriptHelp:
      'Habla con tu wallet en tu navegador. Permite JavaScript en este sitio y vuelve a cargar la página.',
    loading: 'Cargando',
    language: 'Idioma',
    noAnswer: 'Este sitio no respondió',
    noAnswerHelp: 'No se envió ni se cambió nada. Revisa tu conexión e inténtalo de nuevo.',
    incomplete: 'Esta página no se pudo cargar por completo',
    loadAgain: 'Cargarla otra vez',
    offline: 'Estás sin conexión',
    offlineHelp: 'Ahora no se puede llegar a este sitio desde aquí. Lo que escribiste se conserva.',
    tryAgain: 'Intentar de nuevo',
    tryingAgain: 'Intentando...',
  },

  progress: {
    label: 'Progreso',
    steps: ['Conectar wallet', 'Ver asignación', 'Enviar solicitud'],
    done: ', hecho',
  },

  connect: {
    heading: (tokenName) => `Reclama tus tokens ${tokenName} en Solana`,
    welcome:
      'Conecta la wallet que tenía tus monedas. Verás tu cantidad y dirás qué dirección de Solana la recibe.',
    connect: 'Conectar wallet',
    connecting: 'Conectando...',
    connected: 'Wallet conectada',
    failed: 'No se pudo conectar',
    disconnected: 'Tu wallet ya no está conectada',
    disconnectedHelp: 'Conéctala otra vez para continuar. Lo que escribiste se conserva.',
    wallet: 'Wallet',
    unnamedWallet: 'Wallet del navegador',
    noWallet:
      'Aún no se encontró ninguna wallet en el navegador. Instala una, o abre esta página en el navegador de tu app de wallet.',
    noWalletOnPhone: 'Abre esta página en el navegador de tu app de wallet:',
    openIn: (wallet) => `Abrir en ${wallet}`,
  },

  otherWays: {
    onPhone: 'Continuar en el móvil',
    onPhoneHelp: 'Escanea esto con el móvil y abre la página en el navegador de tu app de wallet.',
    pageQr: 'Código QR de esta página',
    open: 'Firmar en otro sitio',
    openHelp: 'Para wallets de hardware y otros dispositivos: firma allí un texto y pega aquí la firma.',
    forSafe: 'Reclamar para una Safe que es tuya',
    heading: '¿No hay wallet en este navegador?',
  },

  elsewhere: {
    about:
      'Introduce la dirección que tenía la moneda. Recibirás un texto para firmar donde esté su clave; después pega aquí la firma.',
    address: 'Dirección EVM',
    addressHint: '0x y 40 dígitos hexadecimales.',
    addressProblems: {
      shape: 'No es una dirección EVM: consta de 0x y 40 dígitos hexadecimales.',
      checksum:
        'Las mayúsculas de esta dirección no corresponden a sus dígitos: hay un carácter equivocado. Cópiala otra vez de tu wallet.',
      solana: 'Es una dirección de Solana. Introduce primero la dirección EVM: empieza por 0x.',
    },
    back: 'Atrás',
    check: 'Ver asignación',
    kind: 'Wallet que firma',
    kindHelp: 'Una Safe, por ejemplo, es una wallet de contrato: su firma vale 14 días.',
    keyWallet: 'Una wallet normal (una clave)',
    contractWallet: (chain) => `Una wallet de contrato en ${chain}`,
    next: 'Mostrar el texto',
    preparing: 'Preparando el texto...',
    signHeading: 'Firma este texto',
    signWith: 'Firma con esta dirección. Firmar es gratis y no mueve nada.',
    text: 'Texto para firmar',
    textName: 'texto',
    textQr: 'Código QR del texto',
    copy: 'Copiar',
    newText: 'Renovar',
    until: {
      key: (time) => `Válido hasta ${time}: fírmalo y envíalo antes.`,
      contract: (time) =>
        `Vale hasta ${time} para una wallet de contrato. Lo que firma una sola clave vale diez minutos.`,
    },
    over: 'Este texto ha caducado',
    overHelp: (time) =>
      `Valía hasta ${time}. Tus direcciones se conservan: renuévalo y firma el texto nuevo.`,
    signature: 'Firma',
    signatureHints: {
      key: '0x y 130 dígitos hexadecimales, o el JSON que da una herramienta.',
      contract: 'Lo que la wallet de contrato da para este texto: 0x y dígitos hexadecimales.',
    },
    signatureProblems: {
      missing: 'Pega lo que te dio la wallet al firmar el texto.',
      unreadable:
        'No se puede leer. Debe tener dígitos hexadecimales después de 0x, o ser el JSON de una herramienta con "sig".',
      otherText: 'Este JSON es de otro texto que el de arriba. Firma el texto de arriba.',
      length: (bytes) =>
        `Tiene ${bytes} ${plural(bytes, { one: 'byte', other: 'bytes' })}, y lo que firma una clave tiene 65. Cópialo entero, o vuelve atrás y elige una wallet de contrato.`,
      noSigner: 'Ninguna clave puede haber hecho esta firma. Cópiala entera otra vez.',
    },
    submit: 'Enviar solicitud',
    submitting: 'Enviando...',
    how: {
      heading: 'Cómo firmarlo',
      wallet:
        'En una app de wallet o una wallet de hardware: «Firmar mensaje». Pega el texto o escanea su código QR.',
      explorer: 'En un explorador, con tu wallet: su página «Verify signature», luego «Sign message».',
      foundry: 'En la línea de comandos, con Foundry, con el texto guardado como text.txt:',
      command: 'Con el comando de Ferry, que no necesita página: firma y envía.',
      exactly: 'El texto debe firmarse tal cual, sin salto de línea al final.',
    },
  },

  walletConnect: {
    opening: 'Pidiendo un enlace al servidor intermedio...',
    scan: 'Escanea esto con tu app de wallet.',
    onPhone: 'Abre tu app de wallet con este enlace, o escanea el código con otro dispositivo.',
    openApp: 'Abrir mi app de wallet',
    code: 'El código con el que tu wallet se conecta a esta página',
    copy: 'Copiar enlace',
    link: 'enlace',
    help: 'Solo esta página y tu wallet pueden leer lo que se envían.',
  },

  wait: {
    hint: 'Tu wallet aún no ha respondido. Puede que su ventana esté oculta: abre la wallet, desbloquéala y busca la petición.',
    cancel: 'Cancelar',
    lateSignature: 'La petición que cancelaste se firmó. No se usa.',
  },

  otherAccount: {
    signing: (account) => `Tu wallet sigue pidiendo la firma de la solicitud de ${account}.`,
    sending: (account) => `La solicitud de ${account} está firmada y se está enviando.`,
    looking: (account) =>
      `La respuesta del portal a la solicitud de ${account} se perdió. Se le está preguntando si llegó.`,
    submitted: (account) => `La solicitud de ${account} se envió. Para verla, elige esa cuenta en tu wallet.`,
    failed: (account) => `La solicitud de ${account} no se envió.`,
  },

  brand: {
    about: 'Tu moneda se muda a Solana. Reclama aquí lo que tenías en el snapshot, en la misma cantidad.',
    claiming: 'Reclamas',
    from: 'De',
    to: 'A',
    youAreOn: 'Estás en',
    opens: 'Apertura',
    closes: 'Cierre',
    expected: 'Pago previsto',
    progress: (claimed, listed) => `${claimed} de ${listed} titulares ya han reclamado`,
  },

  trust: {
    recoveryPhrase:
      'No escribas nunca tu frase de recuperación ni una clave privada. Quien te la pida es un ladrón.',
    links: {
      site: 'Sitio del proyecto',
      terms: 'Condiciones',
      support: 'Soporte',
      announcement: 'Anuncio',
    },
  },

  amount: {
    receive: 'Recibes',
    decimals: (decimals) => `(${decimalsOf(decimals)})`,
    nothing: 'No llegaría nada',
    nothingHelp: (decimals) =>
      `Esta cantidad es menor que la unidad mínima del token: en Solana tiene ${decimalsOf(decimals)}. Una solicitud no pagaría nada.`,
  },

  security: {
    heading: 'Sobre esta solicitud',
    oneClaim: 'Una solicitud por dirección.',
    exactAmounts: 'Las cantidades exactas del snapshot.',
    signature: 'Tu firma se verifica. No mueve fondos ni cuesta gas.',
    file: 'Archivo de asignaciones',
    fileHash: 'hash del archivo',
  },

  network: {
    heading: 'Redes:',
    wrong: 'Red incorrecta',
    wrongHelp: 'Tu wallet está en una red que aquí no se admite. Cambia a una de estas.',
    chainId: (decimal, hex) => `ID de cadena ${decimal} (${hex})`,
    current: 'Actual',
    add: 'Añadir a la wallet',
    switch: 'Cambiar',
    added: 'Red añadida',
    addedHelp: (network) => `${network} está en tu wallet.`,
    addFailed: 'No se añadió la red',
    switched: 'Red cambiada',
    switchedHelp: (network) => `Tu wallet está en ${network}.`,
    notFound: 'Red no encontrada',
    notFoundHelp: 'Primero añade esta red a la wallet',
    switchFailed: 'No se cambió de red',
  },

  wallet: {
    not_detected: 'No se detectó ninguna wallet en el navegador. Instala una para continuar.',
    not_connected: 'Wallet no conectada',
    chain_unknown: 'Tu wallet no dice en qué red está. Desbloquéala o usa otra wallet.',
    request_pending: 'Tu wallet ya muestra una petición. Abre tu wallet y respóndela.',
    connect_rejected: 'Rechazaste la petición de conexión.',
    connect_out_of_touch: 'Error de red. Inténtalo de nuevo.',
    connect_failed: 'Se produjo un error desconocido.',
    no_evm_account: 'Esta wallet no dio ninguna cuenta EVM. Elige en ella una cuenta EVM o usa otra wallet.',
    relay_silent:
      'El servidor de WalletConnect no respondió. No se pidió nada a tu wallet. Revisa tu conexión e inténtalo de nuevo.',
    sign_rejected: 'Rechazaste la petición de firma',
    sign_failed: 'No se pudo firmar el mensaje',
    sign_empty: 'Tu wallet no dio ninguna firma. Inténtalo de nuevo o usa otra wallet.',
    sign_pending:
      'Tu Safe ya tiene esta firma y espera a sus otros propietarios. Cuando hayan firmado, vuelve antes de 14 días y pulsa el botón otra vez.',
    add_network_rejected: 'Rechazaste añadir la red',
    add_network_failed: 'No se pudo añadir la red a la wallet',
    switch_network_rejected: 'Rechazaste el cambio de red',
    switch_network_unknown: 'La wallet no conoce esta red',
    switch_network_failed: 'No se pudo cambiar de red.',
  },

  window: {
    notOpen: 'Aún no se puede reclamar',
    opensAt: (utc) => `El plazo se abre el ${utc}.`,
    checkMeanwhile: 'Ya puedes conectar tu wallet y ver tu asignación.',
    closed: 'El plazo para reclamar terminó',
    paused: 'Las solicitudes están en pausa',
    pausedHelp: 'Tu cantidad está segura. Vuelve más tarde.',
    closedAt: (utc) => `Terminó el ${utc}.`,
    closesAt: (utc) => `Puedes reclamar hasta el ${utc}.`,
    whereYouAre: (local) => `En tu hora local: ${local}.`,
  },

  allocation: {
    heading: 'Tu asignación',
    loading: 'Cargando tu asignación...',
    changed: (was, is) => `Tu asignación cambió de ${was} a ${is}.`,
    claimGone: 'Tu solicitud ya no está aquí',
    claimGoneHelp: 'El proyecto la eliminó. Vuelve a reclamar.',
    failed: 'No se pudo cargar la asignación. Inténtalo de nuevo.',
    eligible: 'Con derecho',
    amount: 'Asignación en tokens SPL',
    original: 'Cantidad original:',
    evmAddress: 'Dirección EVM',
    updated: 'Última actualización:',
    proceed: 'Ir al formulario',
    notFound: 'No se encontró ninguna asignación',
    notFoundHelp: 'No hay nada que reclamar para esta dirección. Posibles motivos:',
    notPublished: 'La lista de titulares aún no se ha publicado',
    notPublishedHelp: 'Vuelve más tarde.',
    didNotHold: 'Esta dirección no tenía la moneda en el momento del snapshot.',
    otherWallet: 'Usar otra wallet',
    wrongWallet: 'No es la wallet correcta. Cambia a otra cuenta en tu wallet para comprobarla.',
  },

  form: {
    heading: 'Envía tu solicitud',
    amount: 'Cantidad',
    otherAmount: (was, is) =>
      `Tu solicitud es de ${was}. Tu asignación es ahora ${is}: eso es lo que firmas.`,
    solanaAddress: 'Dirección de Solana',
    hint: 'Cópiala de tu wallet de Solana: Recibir y luego Copiar.',
    placeholder: 'La dirección de tu wallet de Solana',
    invalid: 'El formato no es el de una dirección de Solana.',
    noNames: 'Los nombres como toly.sol no sirven aquí.',
    secret:
      'Eso parece una clave privada o una frase de recuperación. No la escribas nunca en ningún sitio. Quien la tenga puede llevarse tus fondos.',
    required: 'Introduce una dirección de Solana válida.',
    useWallet: 'Usar mi wallet de Solana',
    takeFromWallet: (wallet) => `Usar ${wallet}`,
    fromWallet: (wallet) => `Tomada de ${wallet}. Compárala abajo.`,
    fromLink: 'Tomada de un enlace de Solana. Compárala abajo.',
    fromExplorer: (site) => `Tomada de una página de ${site}. Compárala abajo.`,
    withoutHidden: 'Se quitaron otros caracteres. Compara la dirección abajo.',
    checking: 'Buscando esta dirección en Solana...',
    unused: 'Esta dirección está vacía. ¿Wallet nueva? Bien. Si en la tuya hay SOL, esta no es tu dirección.',
    noticeHeading: 'Aviso importante',
    notices: [
      'Puedes corregir la dirección hasta que empiece el pago, no después.',
      'Usa tu propia wallet. Los tokens enviados a un exchange se pueden perder.',
    ],
    signatureNote: 'Firmar es gratis y no mueve nada.',
    preview: 'Lo que mostrará tu wallet',
    previewNonce: '(el momento en que firmas)',
    lastLook: 'Una última mirada antes de firmar',
    lastLookHelp: 'Compara cada grupo con la dirección en tu wallet de Solana.',
    programOwned: 'Una dirección poco común',
    confirmProgramOwned: 'Es mi bóveda (por ejemplo, una multifirma de Squads).',
    notSubmitted: 'Tu solicitud no se envió',
    nothingSent: (button) => `No se envió nada. Pulsa «${button}» para intentarlo de nuevo.`,
    walletBusy: 'Hay una petición abierta en tu wallet',
    moreOwners: 'Firmaste tú; faltan otros propietarios',
    answeredLate:
      'Tu wallet respondió demasiado tarde: una firma vale diez minutos. Firma otra vez y confírmala pronto en tu wallet.',
    otherSigner: (signer, own) =>
      `Firmado por ${signer}, no por ${own}: firmó otra cuenta, u otro texto. Firma otra vez con ${own}.`,
    unknown: 'No se sabe si tu solicitud llegó',
    unknownHelp:
      'Se envió y la respuesta se perdió. Vuelve a cargar esta página más tarde: si la solicitud llegó, aparecerá. Intentarlo otra vez no hace daño, una solicitud solo cuenta una vez.',
    noAnswer:
      'Este sitio no respondió. La dirección que escribiste se conserva y una solicitud solo cuenta una vez: inténtalo de nuevo.',
    submit: 'Firmar y enviar',
    submitting: 'Firmando y enviando...',
    openWallet: 'Tu wallet te pide firmar. Ábrela y compara la dirección una vez más.',
    reachingWallet: 'Contactando con tu wallet por WalletConnect...',
    signed: 'Firmada. Tu solicitud se está enviando.',
    looking: 'Firmada. La respuesta del portal se perdió. Se le está preguntando si tu solicitud llegó.',
    reset: 'Reiniciar',
  },

  safe: {
    heading: 'Reclamar para una Safe',
    help: 'Sus propietarios firman en esta página uno tras otro, cada uno con su wallet. No mueve fondos ni cuesta gas.',
    address: 'Dirección de la Safe',
    addressHint: 'La dirección que tenía la moneda: 0x y 40 caracteres.',
    find: 'Buscar esta Safe',
    invalid: 'No es una dirección EVM: consta de 0x y 40 caracteres.',
    notFound: (networks) => `No hay ninguna Safe en esta dirección en ${networks}.`,
    notASafe:
      'Esta dirección es un contrato, pero no una Safe de la versión 1.3.0 o posterior. Conéctate a esta página con esa misma wallet.',
    unknown: 'La red no dice ahora mismo qué es esta dirección. Inténtalo dentro de un momento.',
    otherSafe: 'Otra Safe',
    threshold: (threshold, owners) =>
      owners === 1
        ? 'Tiene que firmar su único propietario.'
        : `Tienen que firmar ${threshold} de sus ${owners} propietarios.`,
    on: (network) => `Safe en ${network}`,
    begin: 'Ir a las firmas',
    count: (signed, threshold) => `${signed} de ${threshold} firmas`,
    until: (utc) => `Todas deben estar aquí antes del ${utc}. Vuelve a esta página hasta entonces.`,
    owner: 'Propietario',
    signed: 'Firmado',
    missing: 'Aún no',
    you: 'conectado',
    sign: 'Firmar como este propietario',
    signing: 'Firmando...',
    submit: 'Enviar la solicitud',
    handOn: 'Envía este enlace al siguiente propietario',
    handOnHelp:
      'Contiene la solicitud y las firmas hasta ahora. Solo un propietario puede añadir una y nadie puede cambiar la solicitud.',
    copyLink: 'Copiar enlace',
    link: 'enlace',
    connectOwner: 'Conecta la wallet de un propietario para firmar.',
    notAnOwner: 'La cuenta conectada no es propietaria de esta Safe. Elige un propietario en tu wallet.',
    hasSigned: 'El propietario conectado ya firmó. Ahora firma el siguiente.',
    wrongNetwork: (network) => `Cambia tu wallet a ${network} para firmar.`,
    shown: 'Lo que aceptan los propietarios',
    shownHelp: 'Tu wallet muestra el hash de este texto como mensaje de la Safe.',
    otherSigner: 'Esa firma no es del propietario conectado. Firma otra vez con esa cuenta.',
    dropped:
      'Una firma de este enlace no corresponde a esta solicitud y se omitió: quizá la lista de titulares cambió después.',
    expired: 'Esta solicitud se empezó hace más de 14 días',
    expiredHelp: 'Sus firmas ya no cuentan. Empieza de nuevo: los propietarios firman otra vez.',
    startAnew: 'Empezar de nuevo',
    badLink: 'Este enlace está incompleto. Pídelo otra vez o empieza de nuevo.',
    wallet: 'Esta dirección es una wallet de contrato',
    walletHelp:
      'Sus propietarios tienen hasta 14 días. Esta página pide siempre el mismo texto: vuelve y pulsa el botón otra vez hasta que todos hayan firmado.',
    waiting: (utc) => `Ya empezada: se vuelve a pedir el mismo texto hasta el ${utc}.`,
    elsewhere: (network) =>
      `Esta dirección es una wallet de contrato en ${network}. Cambia tu wallet a ${network} para firmar.`,
  },

  submission: {
    failed: 'No se envió',
    alreadyClaimed: 'Ya enviaste una solicitud para esta dirección',
    noAllocation: 'No se encontró ninguna asignación para esta dirección',
    invalid: 'Datos no válidos, o no se pudo verificar la firma',
    signatureRejected: 'Se rechazó la petición de firma',
    other: 'No se pudo enviar la solicitud',
  },

  errors: {
    sol_is_evm_address:
      'Es una dirección EVM, como la que conectaste. Introduce la dirección de tu wallet de Solana: no empieza por 0x.',
    invalid_sol_address: 'No es una dirección de Solana completa. Cópiala otra vez.',
    sol_zero_key: 'Esa dirección de Solana es la clave de solo ceros, que nadie controla.',
    sol_known_program:
      'Esa dirección de Solana es de un programa, no de una wallet. Introduce la dirección de tu propia wallet.',
    sol_off_curve_unconfirmed:
      'Ninguna clave puede firmar por esa dirección de Solana: la controla un programa, como en una bóveda multisig. Si no sabes bien qué significa, introduce la dirección de una wallet normal.',
    sol_off_curve:
      'Ninguna clave puede firmar por esa dirección de Solana y allí no existe ninguna cuenta. Introduce una dirección cuya clave tengas tú.',
    sol_off_curve_unseen:
      'Ninguna clave puede firmar por esa dirección de Solana, y ahora mismo no se puede comprobar si allí existe una bóveda. No se envió nada. Inténtalo dentro de un momento o introduce la dirección de una wallet normal.',
    sol_is_token_mint:
      'Esa dirección de Solana es un token en sí (mint), no una wallet. Introduce la dirección de tu propia wallet.',
    sol_is_token_account:
      'Esa dirección de Solana es una cuenta de token, no una wallet. Introduce la dirección de la wallet a la que pertenece.',
    sol_is_program:
      'Esa dirección de Solana es un programa ejecutable, no una wallet. Introduce la dirección de tu propia wallet.',
    bad_signature: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'La firma no corresponde a esta dirección y estos datos. Firma la solicitud otra vez.'
        : `La firma no corresponde a esta dirección, estos datos y la dirección de este portal. No se envió nada. Si te hizo firmar una página distinta de ${publicUrl}, no confíes en ella. Abre ${publicUrl} y firma otra vez.`,
    wrong_message: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'Firmaste un mensaje que este portal ya no acepta. No se envió nada. Vuelve a cargar la página y firma otra vez.'
        : `Firmaste un mensaje que no nombra su página; este portal no lo acepta. No se envió nada. Abre ${publicUrl} y firma otra vez.`,
    list_replaced: ({ was, is }) =>
      was === is
        ? 'La lista de titulares se reemplazó desde que abriste esta página. No se envió nada. Firma otra vez.'
        : `Tu asignación cambió de ${was} a ${is}. No se envió nada. Mírala y firma otra vez.`,
    high_s_signature: 'La firma no tiene la forma canónica (s alto). Firma la solicitud otra vez.',
    stale_nonce:
      'La solicitud firmada es demasiado antigua o del futuro. Revisa el reloj de tu dispositivo y firma otra vez.',
    unsupported_chain: 'Tu wallet está en una red que este portal no admite. Cambia de red y firma otra vez.',
    contract_wallet: ({ chainName }) =>
      `Las wallets de contrato no se pueden verificar en ${chainName}: este portal no tiene un nodo de esa red al que preguntar. Contacta con el equipo del portal.`,
    no_contract_on_chain: ({ chainName }) =>
      `No hay ninguna wallet de contrato en esta dirección en ${chainName}. Cambia a la red en la que existe, o despliégala allí, y firma otra vez.`,
    contract_on_other_chain: ({ chainName, otherChainName }) =>
      `Esta dirección es una wallet de contrato en ${otherChainName}, no en ${chainName}. Cambia a ${otherChainName} y firma otra vez.`,
    contract_checked_elsewhere: ({ chainName, otherChainName }) =>
      `Esta wallet no se puede verificar en ${chainName}: este portal solo la puede consultar en ${otherChainName}. Cambia a ${otherChainName} y firma otra vez.`,
    evm_rpc_unreachable: ({ chainName }) =>
      `Ahora mismo no se puede verificar esta wallet: el nodo de ${chainName} no responde. No se envió nada. Inténtalo dentro de un momento.`,
    evm_rpc_wrong_chain: ({ chainName }) =>
      `Ahora mismo no se puede verificar esta wallet: el nodo que este portal consulta para ${chainName} es de otra red. No se envió nada. Avisa al equipo del portal e inténtalo más tarde.`,
    too_busy:
      'Demasiadas personas usan este portal en este momento. No se envió nada. Inténtalo dentro de unos segundos.',
    wallet_checks_busy:
      'Se están verificando demasiadas wallets de este tipo. No se envió nada. Inténtalo dentro de un minuto.',
    claim_under_way: 'Esta solicitud ya no se puede cambiar: un pago la tomó. No se cambió nada.',
    nonce_not_newer:
      'Esta solicitud se firmó antes que la enviada, o es la misma. No se cambió nada. Firma otra vez.',
    key_required:
      'Esta solicitud se firmó con la clave de su dirección y solo esa clave puede cambiarla. No se cambió nada. Firma con la wallet que la envió.',
    no_claim: 'No se ha enviado ninguna solicitud para esta dirección.',
    no_allocation: 'No se encontró ninguna asignación para esta dirección.',
    amount_exceeds_u64:
      'Esta asignación es mayor de lo que puede guardar una cuenta de tokens en Solana. No se envió nada. Avisa al equipo del portal.',
    holder_list_changed:
      'La lista de titulares se modificó fuera de este portal y no es válida. No se envió nada. El equipo del portal tiene que subirla de nuevo.',
    claims_not_open: 'Aún no se puede reclamar.',
    wallet_denied: 'Esta wallet no se puede usar aquí. Si crees que es un error, pregunta al proyecto.',
    destination_denied: 'Esta dirección de Solana no se puede usar aquí. No se envió nada. Introduce otra.',
    claims_paused:
      'Las solicitudes están en pausa. No se envió nada. Tu asignación sigue igual: inténtalo más tarde.',
    claims_closed: 'El plazo para reclamar terminó.',
    already_claimed: 'Ya se envió una solicitud para esta dirección.',
    already_paid: 'Ya se pagó a esta dirección.',
    too_many_requests: 'Demasiadas peticiones. Espera un momento e inténtalo de nuevo.',
    request_too_slow: 'La petición tardó demasiado y se interrumpió. No se cambió nada. Envíala de nuevo.',
    store_unavailable:
      'El portal no puede acceder a sus datos ahora mismo. Inténtalo dentro de un momento: lo que estaba guardado sigue guardado.',
    not_ready: 'El portal se está iniciando o deteniendo. Inténtalo dentro de un momento.',
    internal:
      'Algo falló de nuestro lado. Inténtalo de nuevo; si sigue igual, contacta con el equipo del portal.',
  },

  claim: {
    submitted: 'Solicitud enviada correctamente',
    addressChanged: 'Dirección cambiada',
    headings: {
      queued: 'Tu solicitud está en cola',
      sending: 'Se están enviando tus tokens',
      attention: 'Tu pago necesita atención',
      sent: 'Tus tokens se enviaron',
      rejected: 'Tu solicitud fue rechazada',
    },
    badges: {
      queued: 'En cola para el pago',
      sending: 'Enviándose',
      attention: 'Necesita atención',
      sent: 'Enviado',
      rejected: 'Rechazada',
    },
    journey: 'Dónde está tu solicitud',
    steps: {
      claimed: 'Solicitada',
      inRun: 'A la espera del pago',
      onChain: 'Enviado en Solana',
      final: 'Recibido',
      rejected: 'Solicitud rechazada',
    },
    attention: {
      too_small:
        'La cantidad es menor que la unidad mínima del token, así que no se puede pagar nada por ella.',
      recipient:
        'Tu dirección de Solana no puede recibir estos tokens: su cuenta de token está cerrada a ellos o congelada.',
      on_hold:
        'Aún no es seguro si tus tokens llegaron. No se envía nada más hasta aclararlo, para que nadie cobre dos veces.',
      failed: 'El pago no se completó. El proyecto tiene que revisarlo antes de intentarlo de nuevo.',
    },
    expectedBy: (utc) => `El pago se espera antes del ${utc}.`,
    following: 'Puedes cerrar esta página. Conecta la misma wallet para ver cómo va.',
    followingFailed: 'Este sitio no respondió hace un momento. Se le pregunta otra vez.',
    arrived: 'La transacción es definitiva: los tokens están en tu wallet de Solana.',
    id: 'Número de referencia',
    idName: 'número de referencia',
    toAddress: 'A tu dirección de Solana',
    transaction: 'Transacción de Solana',
    transactionName: 'transacción',
    why: 'Motivo',
    viewTransaction: 'Ver transacción',
    askWhy: ['Si crees que es un error, pregunta en ', '.'],
    claimedFor: 'Va a',
    changeAddress: 'Cambiar la dirección de Solana',
    presentAddress: (address) => `Ahora va a ${address}.`,
    claimAgain: 'Reclamar de nuevo',
    noChange: {
      taken: 'Un pago tomó esta solicitud: su dirección de Solana no se puede cambiar.',
      notOpen: 'Ahora no se admiten solicitudes, así que la dirección de Solana no se puede cambiar.',
    },
    noClaimAgain: {
      taken: 'Un pago todavía tiene esta solicitud en su lista. Cuando termine, podrás reclamar de nuevo.',
      notOpen: 'Ahora no se admiten solicitudes, así que no puedes reclamar de nuevo.',
    },
    soon: 'Tus tokens se enviarán pronto.',
    underWay: 'Una transacción está llevando tus tokens ahora.',
    updates: ['Las novedades se publican en ', '.'],
    channel: 'el canal de mensajes',
    unnamedChannel: 'el canal de mensajes del proyecto',
    receiptAndProof: 'Recibo y prueba',
    another: 'Reclamar para otra wallet',
    noSol: 'Esta wallet aún no tiene SOL. Tus tokens llegarán igualmente; moverlos requiere un poco de SOL.',
    receipt: 'Tu recibo',
    receiptHelp:
      'El mensaje que firmaste, tu firma y el número de referencia. Guárdalo para probar lo que reclamaste.',
    saveReceipt: 'Guardar recibo',
    copyReceipt: 'Copiar recibo',
    receiptName: 'recibo',
    proof: 'Prueba de tu cantidad',
    proofHelp: 'Para expertos: comprueba que la lista publicada tiene tu cantidad.',
    saveProof: 'Guardar prueba',
    savingProof: 'Obteniendo…',
    saveCheckingPage: 'Guardar página de comprobación',
    proofFailed: 'No se pudo obtener la prueba. Inténtalo de nuevo.',
  },

  notFound: {
    heading: 'Página no encontrada',
    help: 'No hay nada en esta dirección. Revisa si tiene un error o ve a la página para reclamar.',
    link: 'Ir a la página para reclamar',
  },

  test: {
    title: 'Migración de EVM a Solana',
    heading: 'Selección de red',
    help: 'Esta página comprueba que los scripts y los estilos lleguen a tu navegador.',
    button: 'Botón de prueba',
    toast: 'Prueba',
    toastHelp: 'La página funciona en este navegador.',
  },
}
