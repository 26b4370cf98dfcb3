const GROUPS = `
allow permit authorize let
forbid prohibit ban disallow
deny reject refuse decline
need require must necessary mandatory
cost price fee charge expense pay
begin start commence founded establish launch
end finish stop conclude terminate
buy purchase acquire
sell sale
help support assist aid
change update edit modify alter amend
delete remove erase
cancel terminate
make create build construct produce
big large great
small little tiny
fast quick rapid speed
old age
new recent
kind type sort category
phone telephone call
mail email
job work career employment
doctor physician
car vehicle automobile auto
house home dwelling residence
area region territory
country nation
picture photo image photograph
person people individual human
kill die death murder
money fund financial finance
law rule regulation statute
limit maximum restriction cap max biggest largest highest
minimum least min smallest lowest
size square area dimension
calculate compute determine measure
example instance include
return refund reimburse reimbursement
open opening hours
close shut
location address place where
name title
sign signin login log
password passcode
lost lose forget
fix repair
error problem issue trouble
choose select pick
show display
get obtain receive
use utilize employ
important significant major key
cause reason why
result effect consequence outcome
increase rise grow growth
decrease reduce decline
war battle conflict
king ruler monarch
movie film
leader head chief
win victory defeat beat
attack assault
amount number quantity
part portion section component
different various
hire recruit
verify prove confirm
give provide supply offer
move reschedule postpone
clear unclog declog unblock clog
guarantee warranty
insure insurance coverage
dog pet animal
kid child
reservation reserve book
deliver ship delivery shipping
discount coupon deal offer promo promotion
bathroom restroom toilet sanitation
rent lease rental
airbnb rental
build construct
convert turn
city local
hoa homeowner
stop quit
wifi internet
wage salary earn
garbage trash waste
lawyer attorney
class course lesson
grant fund
check cheque
cv resume
senior elderly pensioner
elevator lift
zip postcode
mobile cell cellphone smartphone
coworker colleague teammate
employee staff worker team personnel representative
pain hurt ache
urgent emergency
estimate quote quotation
undo revert restore recover retrieve
baby infant
teen teenager
collect pickup
borrow loan
spouse husband wife
drink beverage
holiday vacation
apartment flat multifamily
store shop
automatic auto
live reside occupy occupancy occupant
legit legitimate genuine authentic
info information details data
sms text message
bill invoice
bus transit transportation transport subway metro
near nearby proximity
alcohol wine
alcohol beer
alcohol liquor
position job
cheap inexpensive affordable
expensive costly
wheelchair accessible accessibility disabled handicapped
allergy allergic allergen
vaccine vaccination immunization
tip gratuity
contract agreement
subscription membership
late overdue delay
id identification
enroll register signup
payment pay
license certified accredited
advance ahead notice
exchange swap
appointment booking
duplicate double
foreign international overseas abroad
`;

/**
 * Groups of everyday synonyms, used to match questions with page texts and to group questions. A change requires a new
 * version of the `analytics` projector.
 */
export const SYNONYMOUS_WORDS: readonly (readonly string[])[] = GROUPS.trim()
  .split('\n')
  .map((line) => line.split(' '));
