/**
 * Spanish words and phrases of visitors' questions with their English; `*` stands for any ending. A glossary is enough to search
 * an English website by words and meaning; it does not translate sentences.
 */
export const GLOSSARY = `
hola: hello
buenos dias: hello
buenas tardes: hello
buenas noches: hello
buenas: hello
muchas gracias: thanks
gracias: thanks
por favor: please
que tan alt*: how tall
que tan grande*: how big
que tan lejos: how far
que tan rapido: how fast
a domicilio: home delivery
en llegar: to arrive
ser: be
estar: be
haber: be
carta*: letter
a que hora: what time
desde cuando: since when
hasta cuando: until when
con cuanta anticipacion: how much notice
por cuanto tiempo: how long
cuanto tiempo: how long
cuanto tarda*: how long does it take
cuanto demora*: how long does it take
cuanto dura*: how long does it last
cuanto cuesta*: how much does it cost
cuanto vale*: how much does it cost
cuanto cobra*: how much do you charge
cuanto sale: how much does it cost
cuanto es: how much is
cuanto: how much
cuanta: how much
cuantos anos: how many years
cuantos: how many
cuantas: how many
que dias: what days
que tipo* de: what kind of
que pasa si: what happens if
que: what
como puedo: how can I
como se: how do you
como hago para: how do I
como: how do I
cuando: when
donde: where
quien: who
quienes: who
cual: what
cuales: what
por que: why
porque: because
se puede: can you
puedo: can I
podria: could I
podemos: can we
puede: can you
pueden: can you
tengo que: do I have to
tenemos que: do we have to
hay que: do you have to
es necesario: is it required
es posible: is it possible
es obligatorio: is it required
necesito: do I need
debo: do I have to
necesit*: need
tienen: do you have
tiene: do you have
tengo: I have
hay: is there
hacen: do you make
ofrecen: do you offer
aceptan: do you accept
acept*: accept
venden: do you sell
vend*: sell
estan abiertos: are you open
esta abierto: are you open
abren: do you open
abre: do you open
abrir: open
abiert*: open
cierran: do you close
cierra: do you close
cerrar: close
cerrad*: closed
son: are
es: is
esta: is
estan: are
el:
la:
los:
las:
lo:
un: a
una: a
unos:
unas:
del: of the
de: of
al: to the
en persona: in person
en linea: online
en: in
para: for
por: by
con: with
sin: without
y: and
o: or
si: if
mi: my
mis: my
su: your
sus: your
tu: your
sobre: about
se:
me: me
nos: us
no: not
mas: more
todo: all
todos: all
algun*: any
otr*: another
ahora: now
despues: after
antes: before
gratis: free
gratuit*: free
precio*: price
costo*: cost
tarifa*: fee
pago: pay
pagos: payments
paga: pay
pagan: pay
pagar: pay
pagina*: page
efectivo: cash
tarjeta* de credito: credit card
tarjeta* de regalo: gift card
tarjeta*: card
cheque*: check
factura*: invoice
recibo*: receipt
deposito*: deposit
reembols*: refund
devol*: return
devuel*: return
descuento*: discount
oferta*: offer
impuesto*: tax
prestamo*: loan
subvencion*: grant
ayuda economica: financial help
ayud*: help
dinero: money
fondos: funds
financia*: financing
multa*: penalty
plazo*: deadline
horario*: hours
hora: hour
horas: hours
lunes: monday
martes: tuesday
miercoles: wednesday
jueves: thursday
viernes: friday
sabado*: saturday
domingo*: sunday
fin de semana: weekend
fines de semana: weekend
festivo*: holiday
feriado*: holiday
hoy: today
manana: tomorrow
dia: day
dias: days
semana*: week
mes: month
meses: months
ano: year
anos: years
minuto*: minute
direccion de correo: email address
correo electronico: email
correo: mail
direccion: address
telefono*: phone
celular*: cell phone
movil*: mobile phone
numero*: number
mensaje* de texto: text message
mensaje*: message
llam*: call
contact*: contact
habl*: speak
espanol: spanish
ingles: english
ubica*: located
oficina*: office
tienda*: store
lugar*: place
cerca: near
llegar: get there
estaciona*: parking
aparca*: parking
parqueo: parking
autobus: bus
tren: train
carro*: car
cochera*: garage
coche*: car
auto: car
autos: cars
bicicleta*: bicycle
cita*: appointment
reserva*: reservation
reserv*: reserve
turno*: appointment
cancel*: cancel
cambi*: change
reprogram*: reschedule
renov*: renew
extend*: extend
entregan: deliver
entrega*: delivery
flor: flower
flores: flowers
envi*: ship
pedido*: order
pedir: order
orden: order
ordenar: order
ordenes: orders
comprar: buy
compro: buy
compra*: purchase
comprobante*: receipt
para llevar: takeout
llev*: bring
traer: bring
traigo: bring
recog*: pick up
contrasena*: password
clave*: password
cuenta*: account
usuario*: user
iniciar sesion: sign in
entrar: sign in
ingresar: sign in
registr*: register
inscri*: enroll
crear: create
creo: create
abro una cuenta: create an account
elimin*: delete
borr*: delete
cerrar mi cuenta: delete my account
bloquead*: locked
desbloque*: unlock
olvid*: forgot
perdi*: lost
robo: stolen
robaron: stolen
robad*: stolen
codigo*: code
expir*: expire
venc*: expire
caduc*: expire
verific*: verify
identidad: identity
identificacion: ID
pasaporte*: passport
licencia* de conducir: driver's license
licencia*: license
documento*: document
papel: paper
papeles: papers
formulario*: form
solicitud*: application
solicit*: apply
permiso*: permit
permit*: allowed
prohib*: prohibited
ley: law
leyes: laws
requisito*: requirements
requer*: required
regla*: rules
seguro social: social security
seguro* medico*: health insurance
seguro*: insurance
privacidad: privacy
datos: data
informacion: information
segur*: secure
garantia*: warranty
garantiz*: guarantee
repar*: repair
arregl*: fix
instal*: install
limpi*: clean
servicio*: service
emergencia*: emergency
urgen*: urgent
casa: house
casas: house
casad*: married
hogar: home
vivienda*: dwelling
apartamento*: apartment
departamento*: apartment
garaje*: garage
cocina*: kitchen
bano*: bathroom
cuarto*: room
habitacion*: bedroom
dormitorio*: bedroom
terreno*: lot
lote*: lot
propiedad*: property
propietari*: owner
duen*: owner
vecin*: neighbor
ciudad: city
ciudades: cities
ciudadan*: citizen
constru*: build
alquil*: rent
rent*: rent
viv*: live
tamano*: size
maxim*: maximum
minim*: minimum
grande*: big
pequen*: small
alto: tall
altura*: height
metros: meters
pies: feet
agua: water
luz: electricity
gas: gas
paneles solares: solar panels
incendio*: fire
nino*: child
nina*: child
hijo*: child
hija*: child
bebe*: baby
adulto*: adult
persona: person
personas: people
personal: staff
gente: people
famili*: family
espos*: spouse
client*: customer
emplead*: employee
empleo*: job
trabajo*: job
trabaj*: work
contrat*: hire
perro*: dog
gato*: cat
mascota*: pets
comida*: food
menu: menu
pan: bread
pastel*: cake
cafe: coffee
leche: milk
sin gluten: gluten free
vegan*: vegan
vegetarian*: vegetarian
alergi*: allergy
dentista*: dentist
diente*: tooth
muela*: tooth
medico*: doctor
medica: doctor
medicina*: medicine
medicamento*: medication
doctor*: doctor
dolor: pain
pacient*: patient
libro*: book
biblioteca*: library
clase*: class
curso*: course
evento*: event
grupo*: group
entrada*: ticket
boleto*: ticket
silla de ruedas: wheelchair
accesible*: accessible
acceso: access
wifi: wifi
internet: internet
foto*: photo
firm*: sign
aplica*: application
descarg*: download
subir: upload
usar: use
usa: use
usan: use
uso: use
usted:
ustedes:
funciona*: work
hacer: do
hace: do
hago: do
quiero: I want
quisiera: I want
dar: give
dan: give
obtener: get
recib*: receive
encontrar: find
saber: know
ver: see
esper*: wait
tipo*: kind
nuev*: new
primer*: first
listo*: ready
lista de espera: waiting list
lista*: list
disponible*: available
incluye*: includes
diferencia: difference
`;
